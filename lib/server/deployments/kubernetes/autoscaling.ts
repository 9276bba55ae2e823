import type { AutoScaling } from '@/engine/deployments';

/** Versions of the group `autoscaling` that are used, the preferred one first. The first two have the same fields. */
const VERSIONS = ['v2', 'v2beta2', 'v1'];

/** The version to use among those that a cluster offers; undefined when it offers none. */
export function chooseVersion(offered: readonly string[]): string | undefined {
  return VERSIONS.find((version) => offered.includes(version));
}

/** The rules that a HorizontalPodAutoscaler follows; undefined where Pipewright scales, or nothing does. */
export function clusterScaling(autoScaling: AutoScaling | null): AutoScaling | undefined {
  if (!autoScaling?.enabled) return undefined;
  const { target_cpu: cpu, target_memory: memory } = autoScaling;
  return cpu === undefined && memory === undefined ? undefined : autoScaling;
}

/** Why rules cannot be followed on a Kubernetes cluster; undefined when they can. */
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
