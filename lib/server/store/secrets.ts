import { and, asc, eq, isNull, sql as text } from 'drizzle-orm';
import type { PendingQuery, Row, Sql } from 'postgres';
import { pipelineDrafts, pipelines, secrets } from '@/drizzle/schema';
import type { SecretName } from '@/lib/contracts/secrets';
import { rowsOf } from '../db/rows';
import { auditOf } from './audit';

/** A secret as it is stored. */
export type SecretRow = Readonly<typeof secrets.$inferSelect>;

/** A stored value: encrypted with its own data key, which is encrypted with a master key. */
export type Sealed = Pick<SecretRow, 'keyId' | 'wrappedKey' | 'iv' | 'tag' | 'ciphertext'>;

/** Columns that a change of a secret writes. */
export type SecretText = Pick<SecretRow, 'description' | 'hosts' | 'version'> & Sealed;

const byName = [asc(text`lower(${secrets.name})`), asc(secrets.name)];

/** All secrets, by name. */
export function listSecrets(sql: Sql): Promise<SecretRow[]> {
  return rowsOf(sql)
    .select()
    .from(secrets)
    .orderBy(...byName);
}

/** One secret by its name. */
export async function findSecret(sql: Sql, name: string): Promise<SecretRow | undefined> {
  const [row] = await rowsOf(sql).select().from(secrets).where(eq(secrets.name, name));
  return row;
}

/** Names of all secrets and the hosts to which they may be sent. */
export function secretNames(sql: Sql): Promise<SecretName[]> {
  return rowsOf(sql)
    .select({ name: secrets.name, hosts: secrets.hosts })
    .from(secrets)
    .orderBy(...byName);
}

/** Ids of the master keys that stored secrets need. */
export async function neededKeys(sql: Sql): Promise<string[]> {
  const rows = await rowsOf(sql)
    .selectDistinct({ keyId: secrets.keyId })
    .from(secrets)
    .orderBy(asc(secrets.keyId));
  return rows.map(({ keyId }) => keyId);
}

/** The audit entry of a change: settings of channels are secrets too. */
export type SecretEntry = Parameters<typeof auditOf>[1];

/** Rows of an audit entry about secrets that were sealed. */
const sealedRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select name, name, json_build_object('version', version, 'hosts', to_json(allowed_hosts)) from ${from}`;

/**
 * Adds a secret; false when the name is taken. Hand-written SQL, as below: the same statement writes the
 * audit log.
 */
export async function insertSecret(
  sql: Sql,
  secret: SecretText & Pick<SecretRow, 'id' | 'name'>,
  entry: SecretEntry = { action: 'secret.created', subject: 'secret' },
): Promise<boolean> {
  const { id, name, description, hosts, version, keyId, wrappedKey, iv, tag, ciphertext } = secret;
  const rows = await sql`
    with made as (
    insert into secrets (id, name, description, allowed_hosts, version, key_id, wrapped_key, iv, tag, ciphertext)
    values (${id}, ${name}, ${description}, ${[...hosts]}::text[], ${version}, ${keyId}, ${buffer(wrappedKey)},
      ${buffer(iv)}, ${buffer(tag)}, ${buffer(ciphertext)})
    on conflict (name) do nothing returning id, name, version, allowed_hosts
    ),
    audited as (${auditOf(sql, entry, sealedRows(sql, sql`made`))})
    select id from made`;
  return rows.length > 0;
}

/** Replaces a secret by a newly sealed one; false when it was changed meanwhile. */
export async function replaceSecret(
  sql: Sql,
  id: string,
  secret: SecretText,
  entry: SecretEntry = { action: 'secret.changed', subject: 'secret' },
): Promise<boolean> {
  const { description, hosts, version, keyId, wrappedKey, iv, tag, ciphertext } = secret;
  const rows = await sql`
    with changed as (
    update secrets set description = ${description}, allowed_hosts = ${[...hosts]}::text[], version = ${version},
      key_id = ${keyId}, wrapped_key = ${buffer(wrappedKey)}, iv = ${buffer(iv)}, tag = ${buffer(tag)},
      ciphertext = ${buffer(ciphertext)}, updated_at = now()
    where id = ${id} and version = ${version - 1} returning id, name, version, allowed_hosts
    ),
    audited as (${auditOf(sql, entry, sealedRows(sql, sql`changed`))})
    select id from changed`;
  return rows.length > 0;
}

/** Changes only the description of a secret. */
export async function describeSecret(sql: Sql, id: string, description: string): Promise<void> {
  const entry = { action: 'secret.changed', subject: 'secret' } as const;
  await sql`
    with changed as (
      update secrets set description = ${description}, updated_at = now() where id = ${id} returning name
    )
    ${auditOf(sql, entry, sql`select name, name, '{"changed": "description"}'::json from changed`)}`;
}

/**
 * Replaces the wrapped data key after a change of the master key, unless the secret was changed meanwhile.
 */
export async function moveSecret(sql: Sql, from: SecretRow, to: Sealed): Promise<boolean> {
  const rows = await rowsOf(sql)
    .update(secrets)
    .set({ keyId: to.keyId, wrappedKey: to.wrappedKey })
    .where(and(eq(secrets.id, from.id), eq(secrets.version, from.version), eq(secrets.keyId, from.keyId)))
    .returning({ id: secrets.id });
  return rows.length > 0;
}

/** Records that a secret was used. */
export async function touchSecret(sql: Sql, id: string, at: Date): Promise<void> {
  await rowsOf(sql).update(secrets).set({ lastUsedAt: at.toISOString() }).where(eq(secrets.id, id));
}

/** Deletes a secret; false when it does not exist. */
export async function deleteSecret(
  sql: Sql,
  name: string,
  entry: SecretEntry = { action: 'secret.deleted', subject: 'secret' },
): Promise<boolean> {
  const rows = await sql`
    with gone as (delete from secrets where name = ${name} returning name),
    audited as (${auditOf(sql, entry, sql`select name, name, '{}'::json from gone`)})
    select name from gone`;
  return rows.length > 0;
}

/** Current documents whose text contains the name of a secret. */
export async function documentsWithSecrets(sql: Sql): Promise<{ id: string; name: string; text: string }[]> {
  return rowsOf(sql)
    .select({ id: pipelines.id, name: pipelines.name, text: pipelineDrafts.document })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .where(and(isNull(pipelines.deletedAt), text`position('secrets' in ${pipelineDrafts.document}) > 0`))
    .orderBy(asc(pipelines.name), asc(pipelines.id));
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes);
