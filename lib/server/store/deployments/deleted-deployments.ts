import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { deployments } from '@/drizzle/schema';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { isAny, type Queries, rowsOf } from '../../db/rows';

/** Clusters other than this machine that had deployments which are deleted. */
export async function clustersOfDeleted(sql: Queries): Promise<string[]> {
  const rows = await rowsOf(sql)
    .selectDistinct({ id: deployments.clusterId })
    .from(deployments)
    .where(
      and(
        isNotNull(deployments.deletedAt),
        isNull(deployments.externalUrl),
        ne(deployments.clusterId, LOCAL_CLUSTER),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The deployments of a cluster among some ids whose deletion is complete. */
export async function deletedAmong(
  sql: Queries,
  clusterId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await rowsOf(sql)
    .select({ id: deployments.id })
    .from(deployments)
    .where(
      and(isAny(deployments.id, ids), isNotNull(deployments.deletedAt), eq(deployments.clusterId, clusterId)),
    );
  return rows.map(({ id }) => id);
}
