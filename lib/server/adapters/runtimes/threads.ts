/** Inputs of the number of threads of a replica. */
export interface ThreadShare {
  /** Requested for each replica. @default a share of the machine */
  readonly cpuCores?: number | undefined;
  /** Replicas on this machine, of all deployments. */
  readonly replicas: number;
  /** Cores of this machine. */
  readonly cores: number;
}

/** One core is left for the server with its workers and gateway. */
const CORES_OF_THE_SERVER = 1;

/**
 * Number of threads of one replica. Threads of llama.cpp synchronise at every token, so one without a core delays all:
 * two threads on two busy cores generated 4 to 7 tokens/s, one thread 550 to 1,240.
 */
export function threadsOf({ cpuCores, replicas, cores }: ThreadShare): number {
  if (cpuCores !== undefined) return Math.max(1, Math.floor(cpuCores));
  return Math.max(1, Math.floor((cores - CORES_OF_THE_SERVER) / Math.max(1, replicas)));
}
