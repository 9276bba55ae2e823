import type { AutoScaling } from '@/engine/deployments';

/** Supported versions of the API group `autoscaling`, the preferred one first. The first two have the same fields. */
const VERSIONS = ['v2', 'v2beta2', 'v1'];

/** The preferred version among those that a cluster serves; undefined when it serves none. */
export function chooseVersion(offered: readonly string[]): string | undefined {
  return VERSIONS.find((version) => offered.includes(version));
}

/** The rules for a HorizontalPodAutoscaler; undefined where Pipewright scales, or without auto-scaling. */
export function clusterScaling(autoScaling: AutoScaling | null): AutoScaling | undefined {
  if (!autoScaling?.enabled) return undefined;
  const { target_cpu: cpu, target_memory: memory } = autoScaling;
  return cpu === undefined && memory === undefined ? undefined : autoScaling;
}

/** Why rules cannot be applied on a Kubernetes cluster; undefined when they can. */
export function scalingProblem(
  autoScaling: AutoScaling | null | undefined,
  memoryGb: number | undefined,
): string | undefined {
  if (!autoScaling) return undefined;
  const { target_cpu, target_memory, target_ongoing_requests } = autoScaling;
  if (target_ongoing_requests !== undefined && (target_cpu ?? target_memory) !== undefined) {
    return 'On a Kubernetes cluster, target_ongoing_requests cannot be combined with target_cpu or target_memory: Pipewright follows the first one, the cluster the others. Use one kind of target.';
  }
  if (target_memory !== undefined && memoryGb === undefined) {
    return 'On a Kubernetes cluster, target_memory is a percentage of memory_gb. Set memory_gb.';
  }
  return undefined;
}
