import type { ClusterHealthInfo, ClusterNodeInfo, ClusterSummary } from '@/lib/contracts/clusters';
import type { DeploymentSummary } from '@/lib/contracts/deployments';

/** The GPUs of one model in a cluster, in whole devices. */
export interface GpuGroup {
  /** GPU models as reported by the nodes. */
  readonly type: string;
  readonly total: number;
  /** Measured; undefined where only reservations are known. */
  readonly used: number | undefined;
  readonly reserved: number;
  /** Number of GPUs on nodes that are not ready. */
  readonly offline: number;
}

/** Replicas on each node with their reserved GPUs. */
export interface NodeUse {
  readonly replicas: number;
  readonly gpus: number;
}

type Placed = Pick<DeploymentSummary, 'replica_nodes' | 'resources'>;

/** GPUs reserved by replicas of deployments, by node name. */
export function useByNode(deployments: readonly Placed[]): ReadonlyMap<string, NodeUse> {
  const uses = new Map<string, NodeUse>();
  for (const { replica_nodes: nodes, resources } of deployments) {
    for (const node of nodes) {
      const { replicas, gpus } = uses.get(node) ?? { replicas: 0, gpus: 0 };
      uses.set(node, { replicas: replicas + 1, gpus: gpus + resources.gpu_count });
    }
  }
  return uses;
}

/**
 * The GPUs of nodes by model. Kubernetes reports reservations of all pods; on the machine of the server use is measured, and
 * replicas reserve.
 */
export function gpuGroups(
  provider: ClusterSummary['provider'],
  nodes: readonly ClusterNodeInfo[],
  uses: ReadonlyMap<string, NodeUse>,
): GpuGroup[] {
  const withGpus = nodes.filter(({ gpu }) => gpu.total > 0);
  const types = [...new Set(withGpus.map(typeOf))];
  return types.map((type) => {
    const own = withGpus.filter((node) => typeOf(node) === type);
    const ready = own.filter(({ isReady }) => isReady);
    const sum = (of: readonly ClusterNodeInfo[], amount: (node: ClusterNodeInfo) => number) =>
      of.reduce((total, node) => total + amount(node), 0);
    const taken = sum(ready, ({ gpu }) => gpu.total - gpu.free);
    const isLocal = provider === 'local';
    return {
      type,
      total: sum(own, ({ gpu }) => gpu.total),
      used: isLocal ? taken : undefined,
      reserved: isLocal ? sum(ready, ({ name }) => uses.get(name)?.gpus ?? 0) : taken,
      offline: sum(own, ({ isReady, gpu }) => (isReady ? 0 : gpu.total)),
    };
  });
}

/** Whether the driver of this machine does not list its GPUs. */
export function areGpusUnknown(
  { provider }: Pick<ClusterSummary, 'provider'>,
  { issues }: Pick<ClusterHealthInfo, 'issues'>,
): boolean {
  // Such an issue of this machine has no other cause.
  return provider === 'local' && issues.some(({ check }) => check === 'gpu');
}

function typeOf({ gpuTypes }: ClusterNodeInfo): string {
  return gpuTypes.length === 0 ? 'Model not reported' : gpuTypes.join(', ');
}
