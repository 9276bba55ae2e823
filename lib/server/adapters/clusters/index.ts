import { ActionError } from '@/engine';
import type { Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { unlessAborted } from '../../deadline';
import { abortFailure } from '../egress/failures';
import type { ClusterProvider } from './provider';

/** The clusters of an installation besides `local`. */
export interface KnownClusters {
  /** Opens a cluster; undefined for an unknown id. @throws ActionError when it cannot be opened */
  open(id: string): Promise<ClusterProvider | undefined>;
  ids(): Promise<readonly string[]>;
}

/** For a process without a database, which has only `local`. */
export const NO_CLUSTERS: KnownClusters = { open: async () => undefined, ids: async () => [] };

/** Implements the port with the providers. */
export function createClusters(local: ClusterProvider, known: KnownClusters): Clusters {
  return {
    async health(id, { signal }) {
      try {
        const provider = id === LOCAL_CLUSTER ? local : await known.open(id);
        if (!provider) throw unknownCluster(id, await known.ids());
        return await unlessAborted(provider.health(signal), signal);
      } catch (error) {
        if (signal.aborted) throw abortFailure(signal, `The cluster ${id}`);
        throw error;
      }
    },
  };
}

/** The error for an unknown cluster id. @param others ids of the clusters besides `local` */
export function unknownCluster(id: string, others: readonly string[]): ActionError {
  return new ActionError(
    'invalid_params',
    `The cluster ${id} does not exist. Clusters: ${[LOCAL_CLUSTER, ...others].join(', ')}.`,
    { path: 'params.cluster_id' },
  );
}
