import { and, desc, eq, getTableColumns, isNull, lt, or, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { deploymentKeys, deployments } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { DeploymentKey } from '@/lib/contracts/deployments';
import { isAny, type Queries, type RowOf, rowsOf } from '../db/rows';
import { addEntries, type Entry } from './audit';

/** Age of `last_used_at` above which it is updated. */
const USED_SECONDS = 60;

/** A stored key. */
type KeyRow = RowOf<typeof deploymentKeys>;

/** The deployment that has this name. */
const isNamed = (name: string) => and(eq(deployments.name, name), isNull(deployments.deletedAt));

/** The id of the deployment that has this name. */
export async function deploymentIdOf(sql: Queries, name: string): Promise<string | undefined> {
  const [row] = await rowsOf(sql).select({ id: deployments.id }).from(deployments).where(isNamed(name));
  return row?.id;
}

/** All keys of a deployment, newest first. */
export async function listKeys(sql: Sql, deploymentId: string): Promise<DeploymentKey[]> {
  const rows = await rowsOf(sql)
    .select()
    .from(deploymentKeys)
    .where(eq(deploymentKeys.deploymentId, deploymentId))
    .orderBy(desc(deploymentKeys.id));
  return rows.map(toKey);
}

/** Adds a key to the deployment of this name; undefined when it does not exist. */
export async function insertKey(
  sql: Sql,
  deployment: string,
  key: Pick<KeyRow, 'id' | 'name' | 'hash' | 'prefix'>,
): Promise<DeploymentKey | undefined> {
  return sql.begin(async (tx) => {
    const deploymentId = await deploymentIdOf(tx, deployment);
    if (deploymentId === undefined) return undefined;
    const [row] = await rowsOf(tx)
      .insert(deploymentKeys)
      .values({ ...key, deploymentId })
      .returning();
    if (!row) return undefined;
    await audit(tx, 'deployment.key_created', deployment, row);
    return toKey(row);
  });
}

/** Revokes a key; undefined when the deployment has no such key. A revoked key stays as it is. */
export async function revokeKey(
  sql: Sql,
  deployment: string,
  keyId: string,
): Promise<DeploymentKey | undefined> {
  return sql.begin(async (tx) => {
    const db = rowsOf(tx);
    const [found] = await db
      .select(getTableColumns(deploymentKeys))
      .from(deploymentKeys)
      .innerJoin(deployments, eq(deployments.id, deploymentKeys.deploymentId))
      .where(and(eq(deploymentKeys.id, keyId), isNamed(deployment)))
      .for('update', { of: deploymentKeys });
    if (!found || found.revokedAt !== null) return found && toKey(found);
    const [revoked = found] = await db
      .update(deploymentKeys)
      .set({ revokedAt: NOW })
      .where(eq(deploymentKeys.id, keyId))
      .returning();
    await audit(tx, 'deployment.key_revoked', deployment, revoked);
    return toKey(revoked);
  });
}

/** Records that keys were used, at most once a minute each. */
export async function touchKeys(sql: Sql, keyIds: readonly string[]): Promise<void> {
  const isDue = or(
    isNull(deploymentKeys.lastUsedAt),
    lt(deploymentKeys.lastUsedAt, text`now() - make_interval(secs => ${USED_SECONDS})`),
  );
  await rowsOf(sql)
    .update(deploymentKeys)
    .set({ lastUsedAt: NOW })
    .where(and(isAny(deploymentKeys.id, keyIds), isDue));
}

/** Adds an audit entry about a key of a deployment. */
function audit(tx: TransactionSql, action: Entry['action'], deployment: string, key: KeyRow): Promise<void> {
  const details = { name: key.name, key_id: key.id, prefix: key.prefix };
  return addEntries(tx, { action, subject: 'deployment' }, [
    { id: key.deploymentId, name: deployment, details },
  ]);
}

function toKey(row: KeyRow): DeploymentKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    revoked_at: row.revokedAt,
  };
}
