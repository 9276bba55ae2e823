import type { PendingQuery, Row, Sql } from 'postgres';
import type { SecretName } from '@/lib/contracts/secrets';
import { auditOf } from './audit';
import { isoOf, isoOrNull } from './instants';

/** A value as it is stored: encrypted with a key of its own, which is encrypted with a master key. */
export interface Sealed {
  /** The master key that wraps the data key. */
  readonly keyId: string;
  /** IV, tag and data key. */
  readonly wrappedKey: Uint8Array;
  readonly iv: Uint8Array;
  readonly tag: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** A secret as it is stored. */
export interface SecretRow extends Sealed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly hosts: readonly string[];
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastUsedAt: string | null;
}

/** What a change of a secret writes. */
export type SecretText = Pick<SecretRow, 'description' | 'hosts' | 'version'> & Sealed;

type Raw = Omit<SecretRow, 'createdAt' | 'updatedAt' | 'lastUsedAt'> & {
  createdAt: Date | string;
  updatedAt: Date | string;
  lastUsedAt: Date | string | null;
};

const toRow = (raw: Raw): SecretRow => ({
  ...raw,
  createdAt: isoOf(raw.createdAt),
  updatedAt: isoOf(raw.updatedAt),
  lastUsedAt: isoOrNull(raw.lastUsedAt),
});

const columns = (sql: Sql) => sql`
  id, name, description, allowed_hosts as hosts, key_id as "keyId", wrapped_key as "wrappedKey", iv, tag, ciphertext,
  version, created_at as "createdAt", updated_at as "updatedAt", last_used_at as "lastUsedAt"`;

/** All secrets, by name. */
export async function listSecrets(sql: Sql): Promise<SecretRow[]> {
  const rows = await sql<Raw[]>`select ${columns(sql)} from secrets order by lower(name), name`;
  return rows.map(toRow);
}

/** One secret by its name. */
export async function findSecret(sql: Sql, name: string): Promise<SecretRow | undefined> {
  const [row] = await sql<Raw[]>`select ${columns(sql)} from secrets where name = ${name}`;
  return row && toRow(row);
}

/** Names of all secrets and where they may be sent. */
export async function secretNames(sql: Sql): Promise<SecretName[]> {
  return [
    ...(await sql<SecretName[]>`
      select name, allowed_hosts as hosts from secrets order by lower(name), name`),
  ];
}

/** The master keys that stored secrets need. */
export async function neededKeys(sql: Sql): Promise<string[]> {
  const rows = await sql<{ keyId: string }[]>`select distinct key_id as "keyId" from secrets order by 1`;
  return rows.map(({ keyId }) => keyId);
}

/** What a change is called in the audit log: settings of channels are secrets too. */
export type SecretEntry = Parameters<typeof auditOf>[1];

/** Rows of an audit entry about secrets that were sealed. */
const sealedRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select name, name, json_build_object('version', version, 'hosts', to_json(allowed_hosts)) from ${from}`;

/** Adds a secret. False when there is one of this name. */
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

/** Writes a secret sealed anew over the version it was made from. False when another change was first. */
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

/** Changes only what is said about a secret. */
export async function describeSecret(sql: Sql, id: string, description: string): Promise<void> {
  const entry = { action: 'secret.changed', subject: 'secret' } as const;
  await sql`
    with changed as (
      update secrets set description = ${description}, updated_at = now() where id = ${id} returning name
    )
    ${auditOf(sql, entry, sql`select name, name, '{"changed": "description"}'::json from changed`)}`;
}

/** Puts a data key wrapped by another master key in place, unless the secret was changed meanwhile. */
export async function moveSecret(sql: Sql, from: SecretRow, to: Sealed): Promise<boolean> {
  const rows = await sql`
    update secrets set key_id = ${to.keyId}, wrapped_key = ${buffer(to.wrappedKey)}
    where id = ${from.id} and version = ${from.version} and key_id = ${from.keyId} returning id`;
  return rows.length > 0;
}

/** Notes that a secret was used. */
export async function touchSecret(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`update secrets set last_used_at = ${at.toISOString()} where id = ${id}`;
}

/** Deletes a secret. False when there was none. */
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

/** Current documents that may refer to a secret, by their text. */
export async function documentsWithSecrets(sql: Sql): Promise<{ id: string; name: string; text: string }[]> {
  return sql`
    select p.id, p.name, d.document as text
    from pipelines p join pipeline_drafts d on d.pipeline_id = p.id
    where p.deleted_at is null and position('secrets' in d.document) > 0
    order by p.name, p.id`;
}

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes);
