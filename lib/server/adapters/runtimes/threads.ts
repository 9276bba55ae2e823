/** What decides the threads of a replica. */
export interface ThreadShare {
  /** Requested for each replica. @default a share of the machine */
  readonly cpuCores?: number | undefined;
  /** Replicas on this machine, of all deployments. */
  readonly replicas: number;
  /** Cores of this machine. */
  readonly cores: number;
}

/**
 * Threads of one replica. Replicas with more threads than cores wait for each other at every token: two threads on two
 * busy cores gave 4 to 7 tokens/s, one thread 550 to 1240.
 */
export function threadsOf({ cpuCores, replicas, cores }: ThreadShare): number {
  if (cpuCores !== undefined) return Math.max(1, Math.floor(cpuCores));
  return Math.max(1, Math.floor(cores / Math.max(1, replicas)));
}
