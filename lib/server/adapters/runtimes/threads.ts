/** What the number of threads of a replica depends on. */
export interface ThreadShare {
  /** Requested for each replica. @default a share of the machine */
  readonly cpuCores?: number | undefined;
  /** Replicas on this machine, of all deployments. */
  readonly replicas: number;
  /** Cores of this machine. */
  readonly cores: number;
}

/** The server, its workers and its gateway. */
const CORES_OF_THE_SERVER = 1;

/**
 * Threads of one replica. Threads of llama.cpp wait for each other at every token, and one that has no core delays all: two
 * threads on two busy cores gave 4 to 7 tokens/s, one thread 550 to 1240.
 */
export function threadsOf({ cpuCores, replicas, cores }: ThreadShare): number {
  if (cpuCores !== undefined) return Math.max(1, Math.floor(cpuCores));
  return Math.max(1, Math.floor((cores - CORES_OF_THE_SERVER) / Math.max(1, replicas)));
}
