import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { KnownClusters } from '../adapters/clusters';
import { openKubernetes } from '../adapters/clusters/kubernetes';
import type { KubernetesOptions } from '../adapters/clusters/kubernetes/api';
import {
  type KubernetesConnection,
  kubernetesConnectionSchema,
} from '../adapters/clusters/kubernetes/connection';
import { type PodService, readServiceAccount } from '../adapters/clusters/kubernetes/service-account';
import type { KeyRing } from '../secrets';
import type { SealContext } from '../secrets/cipher';
import { openText, reencryptTexts } from '../secrets/sealed-text';
import { type ClusterRow, findCluster, listClusterRows, moveConnection } from '../store/clusters';

/** The context of the encryption of a connection. */
export function connectionContext(id: string): SealContext {
  return { id, name: 'cluster connection', version: 1, hosts: [] };
}

export interface StoredClustersOptions extends KubernetesOptions {
  readonly sql: Sql;
  readonly keys: KeyRing;
  /** Undefined outside a pod. */
  readonly podService: PodService | undefined;
}

/** The stored clusters of an installation. Each health check reads row and credentials again. */
export function storedClusters(options: StoredClustersOptions): KnownClusters {
  const { sql } = options;
  return {
    async open(id) {
      const row = await findCluster(sql, id);
      return row && openKubernetes(await connectionOf(row, options), options);
    },
    ids: async () => (await listClusterRows(sql)).map(({ id }) => id),
  };
}

/** A stored cluster with its credentials, and whether this process is a pod of it; undefined for an unknown id. */
export async function findConnection(
  options: Pick<StoredClustersOptions, 'sql' | 'keys' | 'podService'>,
  id: string,
) {
  const row = await findCluster(options.sql, id);
  if (!row) return undefined;
  return { connection: await connectionOf(row, options), isOwn: row.connectionSealed === null };
}

async function connectionOf(
  row: ClusterRow,
  { keys, podService }: Pick<StoredClustersOptions, 'keys' | 'podService'>,
): Promise<KubernetesConnection> {
  const { id, connectionSealed } = row;
  if (connectionSealed === null) return podConnection(podService);
  const text = await openText(keys, connectionSealed, connectionContext(id));
  if (text !== undefined) return kubernetesConnectionSchema.parse(JSON.parse(text));
  throw new ActionError(
    'rejected',
    `The credentials of the cluster ${id} cannot be read: their key is missing. Put it back into PIPEWRIGHT_KEY or the key file, or remove the cluster and add it again.`,
  );
}

/** The credentials of this pod. @throws ActionError `rejected` outside a pod */
export async function podConnection(podService: PodService | undefined): Promise<KubernetesConnection> {
  if (!podService) throw new ActionError('rejected', NO_POD);
  try {
    return await readServiceAccount(podService);
  } catch (error) {
    const message =
      'The credentials of this pod cannot be read. Mount the token of a service account, or add the cluster with a kubeconfig.';
    throw new ActionError('rejected', message, { cause: error });
  }
}

const NO_POD =
  'Pipewright does not run in a pod: KUBERNETES_SERVICE_HOST is not set. Add the cluster with a kubeconfig.';

/** Encrypts the connections of all clusters with the current key. @throws KeyFileError */
export async function reencryptConnections({ sql, keys }: Pick<StoredClustersOptions, 'sql' | 'keys'>) {
  const rows = (await listClusterRows(sql)).flatMap(({ id, connectionSealed: sealed }) =>
    sealed === null ? [] : [{ id, sealed, context: connectionContext(id) }],
  );
  await reencryptTexts(keys, rows, ({ id, sealed }, to) => moveConnection(sql, id, sealed, to));
}
