import { type ClusterSummary, LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { listClusterRows } from '../../store/clusters';
import type { ServiceContext } from '../context';

const LOCAL: ClusterSummary = { id: LOCAL_CLUSTER, provider: 'local', server: null, createdAt: null };

/** All clusters by name, the machine of the server first. */
export async function listClusters({
  sql,
}: Pick<ServiceContext, 'sql'>): Promise<{ clusters: ClusterSummary[] }> {
  const rows = await listClusterRows(sql);
  const added = rows.map(({ id, provider, server, createdAt }) => ({ id, provider, server, createdAt }));
  return { clusters: [LOCAL, ...added] };
}
