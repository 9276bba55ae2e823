import { desc, eq } from 'drizzle-orm';
import type { PendingQuery, Row, Sql } from 'postgres';
import { deploymentKeys } from '@/drizzle/schema';
import type { DeploymentKey } from '@/lib/contracts/deployments';
import { rowsOf } from '../db/rows';
import { auditOf } from './audit';
import { isoOf, isoOrNull } from './instants';

/** How old `last_used_at` may be before it is written again. */
const USED_SECONDS = 60;

/** The id of the deployment that has this name. */
export async function deploymentIdOf(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from deployments where name = ${name} and deleted_at is null`;
  return row?.id;
}

/** Every key of a deployment, newest first. */
export async function listKeys(sql: Sql, deploymentId: string): Promise<DeploymentKey[]> {
  const rows = await rowsOf(sql)
    .select()
    .from(deploymentKeys)
    .where(eq(deploymentKeys.deploymentId, deploymentId))
    .orderBy(desc(deploymentKeys.id));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    revoked_at: row.revokedAt,
  }));
}

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns = (sql: Sql) => sql`id, name, prefix, created_at, last_used_at, revoked_at`;

/** Rows of an audit entry about a key of a deployment. */
const entryRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select d.id, d.name, json_build_object('name', k.name, 'key_id', k.id, 'prefix', k.prefix)
  from ${from} k join deployments d on d.id = k.deployment_id`;

/** Adds a key to the deployment of this name; undefined when there is none. */
export async function insertKey(
  sql: Sql,
  deployment: string,
  key: { readonly id: string; readonly name: string; readonly hash: string; readonly prefix: string },
): Promise<DeploymentKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    with made as (
      insert into deployment_keys (id, deployment_id, name, hash, prefix)
      select ${key.id}, id, ${key.name}, ${key.hash}, ${key.prefix} from deployments
      where name = ${deployment} and deleted_at is null
      returning *
    ),
    audited as (${auditOf(sql, { action: 'deployment.key_created', subject: 'deployment' }, entryRows(sql, sql`made`))})
    select ${columns(sql)} from made`;
  return row && toKey(row);
}

/** Revokes a key; undefined when the deployment has no such key. A revoked key stays as it is. */
export async function revokeKey(
  sql: Sql,
  deployment: string,
  keyId: string,
): Promise<DeploymentKey | undefined> {
  const [row] = await sql<KeyRow[]>`
    with found as materialized (
      select k.* from deployment_keys k join deployments d on d.id = k.deployment_id
      where k.id = ${keyId} and d.name = ${deployment} and d.deleted_at is null
      for update of k
    ),
    revoked as (
      update deployment_keys set revoked_at = now()
      where id in (select id from found where revoked_at is null)
      returning *
    ),
    audited as (${auditOf(sql, { action: 'deployment.key_revoked', subject: 'deployment' }, entryRows(sql, sql`revoked`))})
    select ${columns(sql)} from revoked
    union all
    select ${columns(sql)} from found where revoked_at is not null`;
  return row && toKey(row);
}

/** Notes that keys were used just now, at most once a minute each. */
export async function touchKeys(sql: Sql, keyIds: readonly string[]): Promise<void> {
  await sql`
    update deployment_keys set last_used_at = now()
    where id = any(${[...keyIds]}::text[])
      and (last_used_at is null or last_used_at < now() - make_interval(secs => ${USED_SECONDS}))`;
}

function toKey({ created_at, last_used_at, revoked_at, ...row }: KeyRow): DeploymentKey {
  return {
    ...row,
    created_at: isoOf(created_at),
    last_used_at: isoOrNull(last_used_at),
    revoked_at: isoOrNull(revoked_at),
  };
}
