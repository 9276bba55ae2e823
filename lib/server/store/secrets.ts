import { and, asc, eq, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelineDrafts, pipelines, secrets } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { SecretName } from '@/lib/contracts/secrets';
import { type RowOf, rowsOf } from '../db/rows';
import { audited, type Entry, type Subject } from './audit';

/** A secret as it is stored. */
export type SecretRow = RowOf<typeof secrets>;

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

/** What an audit entry about a secret that was sealed shows. */
const sealedColumns = { name: secrets.name, version: secrets.version, hosts: secrets.hosts };

function toSubject({ name, version, hosts }: Pick<SecretRow, keyof typeof sealedColumns>): Subject {
  return { id: name, name, details: { version, hosts: [...hosts] } };
}

/** Adds a secret; false when the name is taken. @param entry settings of channels are secrets too */
export function insertSecret(
  sql: Sql,
  secret: SecretText & Pick<SecretRow, 'id' | 'name'>,
  entry: Entry = { action: 'secret.created', subject: 'secret' },
): Promise<boolean> {
  const { id, name } = secret;
  return audited(sql, entry, async (tx) => {
    const made = await rowsOf(tx)
      .insert(secrets)
      .values({ id, name, ...textColumns(secret) })
      .onConflictDoNothing({ target: secrets.name })
      .returning(sealedColumns);
    return made.map(toSubject);
  });
}

/** Replaces a secret by a newly sealed one; false when it was changed meanwhile. */
export function replaceSecret(
  sql: Sql,
  id: string,
  secret: SecretText,
  entry: Entry = { action: 'secret.changed', subject: 'secret' },
): Promise<boolean> {
  return audited(sql, entry, async (tx) => {
    const changed = await rowsOf(tx)
      .update(secrets)
      .set({ ...textColumns(secret), updatedAt: NOW })
      .where(and(eq(secrets.id, id), eq(secrets.version, secret.version - 1)))
      .returning(sealedColumns);
    return changed.map(toSubject);
  });
}

/** Only the columns of a change: callers have more. */
function textColumns(secret: SecretText): SecretText {
  const { description, hosts, version, keyId, wrappedKey, iv, tag, ciphertext } = secret;
  return { description, hosts, version, keyId, wrappedKey, iv, tag, ciphertext };
}

/** Changes only the description of a secret. */
export async function describeSecret(sql: Sql, id: string, description: string): Promise<void> {
  await audited(sql, { action: 'secret.changed', subject: 'secret' }, async (tx) => {
    const changed = await rowsOf(tx)
      .update(secrets)
      .set({ description, updatedAt: NOW })
      .where(eq(secrets.id, id))
      .returning({ name: secrets.name });
    return changed.map(({ name }) => ({ id: name, name, details: { changed: 'description' } }));
  });
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
export function deleteSecret(
  sql: Sql,
  name: string,
  entry: Entry = { action: 'secret.deleted', subject: 'secret' },
): Promise<boolean> {
  return audited(sql, entry, (tx) =>
    rowsOf(tx)
      .delete(secrets)
      .where(eq(secrets.name, name))
      .returning({ id: secrets.name, name: secrets.name }),
  );
}

/** Current documents whose text contains the name of a secret. */
export function documentsWithSecrets(sql: Sql): Promise<{ id: string; name: string; text: string }[]> {
  return rowsOf(sql)
    .select({ id: pipelines.id, name: pipelines.name, text: pipelineDrafts.document })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .where(and(isNull(pipelines.deletedAt), text`position('secrets' in ${pipelineDrafts.document}) > 0`))
    .orderBy(asc(pipelines.name), asc(pipelines.id));
}
