/** Checks of a cluster's health. */
export const CLUSTER_CHECKS = ['api', 'nodes', 'storage', 'network', 'gpu', 'deployments'] as const;
export type ClusterCheck = (typeof CLUSTER_CHECKS)[number];

/** From the best to the worst. */
export const CLUSTER_STATUSES = ['healthy', 'degraded', 'unhealthy'] as const;
export type ClusterStatus = (typeof CLUSTER_STATUSES)[number];

/** A problem of a cluster. */
export interface ClusterIssue {
  readonly check: ClusterCheck;
  /** Status of a cluster with this issue. */
  readonly severity: Exclude<ClusterStatus, 'healthy'>;
  /** One or two sentences: what is wrong, where, and what to do. */
  readonly message: string;
}

/** A quantity of a cluster or node. `free` is never above `total`. */
export interface Capacity {
  readonly total: number;
  readonly free: number;
}

/** Resources of deployments. */
export interface ClusterCapacity {
  /** In cores. */
  readonly cpu: Capacity;
  /** In bytes. */
  readonly memory: Capacity;
  /** Whole devices. */
  readonly gpu: Capacity;
}

/** One machine of a cluster. */
export interface ClusterNode extends ClusterCapacity {
  readonly name: string;
  readonly isReady: boolean;
  /** Model of each GPU, without repetitions. */
  readonly gpuTypes: readonly string[];
}

/** Result of a health check. */
export interface ClusterHealth {
  readonly nodes: readonly ClusterNode[];
  /** Of the nodes that are ready. */
  readonly capacity: ClusterCapacity;
  /** Capacity of the disk that deployments share, in bytes; absent when nodes have disks of their own. */
  readonly disk?: Capacity;
  /** Models of GPUs of the nodes that are ready, sorted. */
  readonly gpuTypes: readonly string[];
  /** Empty for a healthy cluster. */
  readonly issues: readonly ClusterIssue[];
  /** Version of the software that manages the cluster. */
  readonly version?: string;
}

/** Status of a cluster with these issues: the worst of them. */
export function clusterStatus(issues: readonly ClusterIssue[]): ClusterStatus {
  if (issues.some(({ severity }) => severity === 'unhealthy')) return 'unhealthy';
  return issues.length > 0 ? 'degraded' : 'healthy';
}

/** Adds up the nodes that are ready. */
export function sumNodes(
  nodes: readonly ClusterNode[],
): Pick<ClusterHealth, 'nodes' | 'capacity' | 'gpuTypes'> {
  const ready = nodes.filter(({ isReady }) => isReady);
  const sum = (of: keyof ClusterCapacity): Capacity => ({
    total: ready.reduce((total, node) => total + node[of].total, 0),
    free: ready.reduce((free, node) => free + node[of].free, 0),
  });
  return {
    nodes,
    capacity: { cpu: sum('cpu'), memory: sum('memory'), gpu: sum('gpu') },
    gpuTypes: [...new Set(ready.flatMap(({ gpuTypes }) => gpuTypes))].sort(),
  };
}
