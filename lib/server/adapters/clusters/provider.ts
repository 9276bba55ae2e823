import type { ClusterHealth } from '@/engine/ports';

/** The operations of a provider on a cluster. */
export interface ClusterProvider {
  /**
   * Reads the state of the cluster from its machines. A cluster that does not respond is a result with an issue.
   * @throws ActionError `timeout`, `rejected` (credentials or address refused), `connection_error` (its certificate cannot be
   * verified) or the signal's own reason
   */
  health(signal: AbortSignal): Promise<ClusterHealth>;
}
