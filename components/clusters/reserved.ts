import type { DeploymentSummary } from '@/lib/contracts/deployments';

/** Resources of a cluster: CPU in cores, memory in bytes, GPUs in whole devices. */
export interface Amounts {
  readonly cpu: number;
  readonly memory: number;
  readonly gpu: number;
}

type Reserving = Pick<DeploymentSummary, 'resources' | 'replicas'>;

/** The resources that all replicas of deployments reserve. Replicas without stated resources reserve nothing. */
export function reservedBy(deployments: readonly Reserving[]): Amounts {
  const sum = (of: (deployment: Reserving) => number) =>
    deployments.reduce((total, deployment) => total + of(deployment) * deployment.replicas, 0);
  return {
    cpu: sum(({ resources }) => resources.cpu_cores ?? 0),
    memory: sum(({ resources }) => resources.memory_gb ?? 0) * 1e9,
    gpu: sum(({ resources }) => resources.gpu_count),
  };
}
