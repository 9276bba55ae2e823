import { and, eq, notInArray } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { deploymentReplicas } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';
import type { ReplicaRow } from './deployment-row';
import { replicasOf } from './read-deployments';
import { signalDeployment } from './signal-deployments';

/** A replica whose processes are managed outside this installation, such as a pod. */
export type SeenReplica = Pick<
  ReplicaRow,
  'id' | 'state' | 'release' | 'node' | 'url' | 'restarts' | 'message' | 'readyAt' | 'createdAt'
>;

/** A written replica with its previous state. */
export interface SyncedReplica {
  readonly before: ReplicaRow | undefined;
  readonly after: SeenReplica;
}

/** Updates the rows of replicas to the observed ones. @returns the changed rows */
export async function syncReplicas(
  sql: Sql,
  deploymentId: string,
  seen: readonly SeenReplica[],
): Promise<SyncedReplica[]> {
  const known = new Map((await replicasOf(sql, [deploymentId])).map((row) => [row.id, row]));
  const changed = seen.filter((replica) => !isSame(known.get(replica.id), replica));
  const ids = seen.map(({ id }) => id);
  const gone = [...known.keys()].filter((id) => !ids.includes(id));
  if (changed.length === 0 && gone.length === 0) return [];
  await sql.begin(async (tx) => {
    const db = rowsOf(tx);
    for (const { id, createdAt, state, release, node, url, restarts, message, readyAt } of changed) {
      const values = { state, release, node, url, restarts, message, readyAt };
      await db
        .insert(deploymentReplicas)
        .values({ id, deploymentId, createdAt, gpus: [], ...values })
        .onConflictDoUpdate({ target: deploymentReplicas.id, set: { ...values, updatedAt: NOW } });
    }
    const isOther = ids.length === 0 ? undefined : notInArray(deploymentReplicas.id, ids);
    await db
      .delete(deploymentReplicas)
      .where(and(eq(deploymentReplicas.deploymentId, deploymentId), isOther));
    await signalDeployment(tx, deploymentId);
  });
  return changed.map((after) => ({ before: known.get(after.id), after }));
}

function isSame(row: ReplicaRow | undefined, seen: SeenReplica): boolean {
  if (!row) return false;
  const { state, node, url, restarts, message } = row;
  return (
    state === seen.state &&
    node === seen.node &&
    url === seen.url &&
    restarts === seen.restarts &&
    message === seen.message
  );
}
