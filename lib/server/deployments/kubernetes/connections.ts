import type { KubernetesConnection } from '../../adapters/clusters/kubernetes/connection';

/** The cluster was removed from this installation. */
export class ClusterGone extends Error {
  override readonly name = 'ClusterGone';
}

/** A cluster with its credentials. */
export interface OpenedCluster {
  readonly connection: KubernetesConnection;
  /** Whether this process is a pod of the cluster. */
  readonly isOwn: boolean;
}

/** Opens a stored cluster; undefined for an unknown id. @throws ActionError when its credentials cannot be read */
export type OpenCluster = (clusterId: string) => Promise<OpenedCluster | undefined>;
