import type { ClusterHealth, Clusters } from '@/engine/ports';
import { createClusters } from '../adapters/clusters';
import { openKubernetes } from '../adapters/clusters/kubernetes';
import type { KubernetesConnection } from '../adapters/clusters/kubernetes/connection';
import { type LocalOptions, openLocal } from '../adapters/clusters/local';
import { podConnection, type StoredClustersOptions, storedClusters } from './connections';
import { deploymentIssues } from './deployment-issues';

/** The clusters of an installation, and tests of new ones. */
export interface ClusterAccess extends Clusters {
  /**
   * Checks a cluster that is not stored.
   * @param connection @default that of the cluster of this pod
   */
  test(connection: KubernetesConnection | undefined, signal: AbortSignal): Promise<ClusterHealth>;
}

/** Opens the clusters of an installation. */
export function openClusters(options: StoredClustersOptions & LocalOptions): ClusterAccess {
  const machines = createClusters(openLocal(options), storedClusters(options));
  return {
    async health(id, request) {
      const health = await machines.health(id, request);
      return { ...health, issues: [...health.issues, ...(await deploymentIssues(options.sql, id))] };
    },
    async test(connection, signal) {
      const target = connection ?? (await podConnection(options.podService));
      return openKubernetes(target, options).health(signal);
    },
  };
}
