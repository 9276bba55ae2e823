import { and, asc, eq } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { clusters } from '@/drizzle/schema';
import { type Queries, type RowOf, rowsOf } from '../db/rows';
import { addEntries, audited, type Subject } from './audit';

/** A cluster as it is stored. */
export type ClusterRow = RowOf<typeof clusters>;

/** All stored clusters, by name. */
export function listClusterRows(sql: Queries): Promise<ClusterRow[]> {
  return rowsOf(sql).select().from(clusters).orderBy(asc(clusters.id));
}

/** One stored cluster. */
export async function findCluster(sql: Queries, id: string): Promise<ClusterRow | undefined> {
  const [row] = await rowsOf(sql).select().from(clusters).where(eq(clusters.id, id));
  return row;
}

/** What an audit entry about a cluster shows: never the connection. */
const subjectColumns = { id: clusters.id, provider: clusters.provider, server: clusters.server };

function toSubject({ id, ...details }: Pick<ClusterRow, keyof typeof subjectColumns>): Subject {
  return { id, name: id, details };
}

/** Adds a cluster; false when there is one of this name. */
export function insertCluster(sql: Sql, cluster: Omit<ClusterRow, 'createdAt'>): Promise<boolean> {
  return audited(sql, { action: 'cluster.created', subject: 'cluster' }, async (tx) => {
    const made = await rowsOf(tx)
      .insert(clusters)
      .values(cluster)
      .onConflictDoNothing({ target: clusters.id })
      .returning(subjectColumns);
    return made.map(toSubject);
  });
}

/** Removes a cluster; false when there was none. */
export async function deleteCluster(tx: TransactionSql, id: string): Promise<boolean> {
  const gone = await rowsOf(tx).delete(clusters).where(eq(clusters.id, id)).returning(subjectColumns);
  await addEntries(tx, { action: 'cluster.deleted', subject: 'cluster' }, gone.map(toSubject));
  return gone.length > 0;
}

/** Puts a connection sealed under another key in place, unless it was changed meanwhile. */
export async function moveConnection(sql: Sql, id: string, from: string, to: string): Promise<void> {
  await rowsOf(sql)
    .update(clusters)
    .set({ connectionSealed: to })
    .where(and(eq(clusters.id, id), eq(clusters.connectionSealed, from)));
}
