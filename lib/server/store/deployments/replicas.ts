import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { deploymentReplicas, deployments } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type Queries, rowsOf } from '../../db/rows';
import type { ReplicaRow } from './deployment-row';
import { signalDeployment } from './signal-deployments';

/** A replica to be inserted, before its process starts. */
export type NewReplicaRow = Pick<
  ReplicaRow,
  'id' | 'deploymentId' | 'state' | 'node' | 'owner' | 'url' | 'gpus'
> & { readonly release?: number };

/** A replica and the process that manages it; null for a replica that is not a process of this installation. */
export type OwnReplica = Pick<ReplicaRow, 'id' | 'owner'>;

/** Changes of a replica. */
export type ReplicaChange = Partial<
  Pick<ReplicaRow, 'state' | 'pid' | 'pidStarted' | 'url' | 'restarts' | 'message' | 'readyAt' | 'owner'>
>;

/** Adds a replica. */
export async function insertReplica(sql: Queries, replica: NewReplicaRow): Promise<void> {
  await rowsOf(sql).insert(deploymentReplicas).values(replica);
  await signalDeployment(sql, replica.deploymentId);
}

/**
 * Changes a replica. False when another process has adopted it, or it was removed: this process must not touch it then.
 */
export async function changeReplica(
  sql: Sql,
  { deploymentId, ...replica }: OwnReplica & { readonly deploymentId: string },
  change: ReplicaChange,
): Promise<boolean> {
  const rows = await rowsOf(sql)
    .update(deploymentReplicas)
    .set({ ...change, updatedAt: NOW })
    .where(isOwn(replica))
    .returning({ id: deploymentReplicas.id });
  if (rows.length > 0 && change.state !== undefined) await signalDeployment(sql, deploymentId);
  return rows.length > 0;
}

/** Removes the row of a replica whose process has ended, unless another process has adopted it. */
export async function removeReplica(sql: Sql, replica: OwnReplica): Promise<void> {
  const [row] = await rowsOf(sql)
    .delete(deploymentReplicas)
    .where(isOwn(replica))
    .returning({ deploymentId: deploymentReplicas.deploymentId });
  if (row) await signalDeployment(sql, row.deploymentId);
}

function isOwn({ id, owner }: OwnReplica) {
  const isOwner = owner === null ? isNull(deploymentReplicas.owner) : eq(deploymentReplicas.owner, owner);
  return and(eq(deploymentReplicas.id, id), isOwner);
}

/** Adopts the replicas on a machine from any other process. */
export function takeReplicas(sql: Queries, node: string, owner: string): Promise<ReplicaRow[]> {
  return rowsOf(sql)
    .update(deploymentReplicas)
    .set({ owner, updatedAt: NOW })
    .where(and(eq(deploymentReplicas.node, node), inArray(deploymentReplicas.deploymentId, processes(sql))))
    .returning();
}

/** Deletes the rows of replicas that are processes of other machines: those machines end them. */
export async function forgetReplicasElsewhere(sql: Queries, node: string): Promise<void> {
  await rowsOf(sql)
    .delete(deploymentReplicas)
    .where(and(ne(deploymentReplicas.node, node), inArray(deploymentReplicas.deploymentId, processes(sql))));
}

/** Deployments whose replicas are processes of a machine of this installation. */
function processes(sql: Queries) {
  return rowsOf(sql)
    .select({ id: deployments.id })
    .from(deployments)
    .where(and(eq(deployments.clusterId, 'local'), isNull(deployments.externalUrl)));
}

/** A replica; undefined when its row was removed. */
export async function findReplica(sql: Sql, id: string): Promise<ReplicaRow | undefined> {
  const [row] = await rowsOf(sql).select().from(deploymentReplicas).where(eq(deploymentReplicas.id, id));
  return row;
}

/** Ids of the replicas on a machine. */
export async function replicasOn(sql: Sql, node: string): Promise<string[]> {
  const rows = await rowsOf(sql)
    .select({ id: deploymentReplicas.id })
    .from(deploymentReplicas)
    .where(eq(deploymentReplicas.node, node));
  return rows.map(({ id }) => id);
}
