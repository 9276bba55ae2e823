import { and, asc, eq } from 'drizzle-orm';
import type { PendingQuery, Row, Sql } from 'postgres';
import { clusters } from '@/drizzle/schema';
import { rowsOf } from '../db/rows';
import { auditOf } from './audit';

/** A cluster as it is stored. */
export type ClusterRow = Readonly<typeof clusters.$inferSelect>;

/** All stored clusters, by name. */
export function listClusterRows(sql: Sql): Promise<ClusterRow[]> {
  return rowsOf(sql).select().from(clusters).orderBy(asc(clusters.id));
}

/** One stored cluster. */
export async function findCluster(sql: Sql, id: string): Promise<ClusterRow | undefined> {
  const [row] = await rowsOf(sql).select().from(clusters).where(eq(clusters.id, id));
  return row;
}

/** Rows of an audit entry about clusters; never the connection. */
const entryRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select id, id, json_build_object('provider', provider, 'server', server) from ${from}`;

/** Adds a cluster; false when there is one of this name. */
export async function insertCluster(sql: Sql, cluster: Omit<ClusterRow, 'createdAt'>): Promise<boolean> {
  const { id, provider, server, connectionSealed } = cluster;
  const rows = await sql`
    with made as (
      insert into clusters (id, provider, server, connection_sealed)
      values (${id}, ${provider}, ${server}, ${connectionSealed})
      on conflict (id) do nothing returning id, provider, server
    ),
    audited as (${auditOf(sql, { action: 'cluster.created', subject: 'cluster' }, entryRows(sql, sql`made`))})
    select id from made`;
  return rows.length > 0;
}

/** Removes a cluster; false when there was none. */
export async function deleteCluster(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    with gone as (delete from clusters where id = ${id} returning id, provider, server),
    audited as (${auditOf(sql, { action: 'cluster.deleted', subject: 'cluster' }, entryRows(sql, sql`gone`))})
    select id from gone`;
  return rows.length > 0;
}

/** Puts a connection sealed under another key in place, unless it was changed meanwhile. */
export async function moveConnection(sql: Sql, id: string, from: string, to: string): Promise<void> {
  await rowsOf(sql)
    .update(clusters)
    .set({ connectionSealed: to })
    .where(and(eq(clusters.id, id), eq(clusters.connectionSealed, from)));
}
