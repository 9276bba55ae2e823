import { and, desc, eq, lt, ne, notExists, or, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql, TransactionSql } from 'postgres';
import { isUnfinishedModel } from '@/drizzle/predicates';
import { auditEvents, models } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { Failure } from '@/engine';
import { type Queries, rowsOf } from '../../db/rows';
import { type Actor, addEntries } from '../audit';
import { condition } from '../where';
import { isAbandoned } from './claim-models';

const other = alias(models, 'other');

/** Marks a model as being deleted. False when it does not exist, or when it is downloading and `force` is not set. */
export async function markDeleting(sql: Queries, id: string, force: boolean): Promise<boolean> {
  const mayGo = force ? undefined : or(ne(models.status, 'downloading'), isAbandoned);
  const rows = await rowsOf(sql)
    .update(models)
    .set({ status: 'deleting', updatedAt: NOW })
    .where(and(eq(models.id, id), mayGo))
    .returning({ id: models.id });
  return rows.length > 0;
}

/** Models whose deletion has not ended. */
export async function deletingModels(sql: Sql): Promise<string[]> {
  const rows = await rowsOf(sql)
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.status, 'deleting'), lt(models.updatedAt, text`now() - interval '1 minute'`)));
  return rows.map(({ id }) => id);
}

/** Deletes the rows of a model. */
export async function removeModel(
  tx: TransactionSql,
  { id, actor }: { readonly id: string; readonly actor: Actor | undefined },
  freedBytes: number,
): Promise<void> {
  const rows = await rowsOf(tx)
    .delete(models)
    .where(eq(models.id, id))
    .returning({ id: models.id, name: models.name });
  const entry = { action: 'model.deleted', subject: 'model', ...(actor && { actor }) } as const;
  await addEntries(
    tx,
    entry,
    rows.map((row) => ({ ...row, details: { freed_bytes: freedBytes } })),
  );
}

/** The bytes that deleting a model has freed; undefined for an unknown model. */
export async function freedByDeleting(sql: Sql, id: string): Promise<number | undefined> {
  const [row] = await rowsOf(sql)
    .select({ freedBytes: text<number>`(${auditEvents.details} ->> 'freed_bytes')::float8` })
    .from(auditEvents)
    .where(and(eq(auditEvents.subjectId, id), eq(auditEvents.action, 'model.deleted')))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return row?.freedBytes;
}

/** Removes the row of a model whose content is already stored. */
export async function dropModel(tx: Queries, id: string): Promise<void> {
  await rowsOf(tx).delete(models).where(eq(models.id, id));
}

/** Marks an available model as failed: its files are missing. */
export async function loseModel(sql: Sql, id: string, error: Failure): Promise<void> {
  const db = rowsOf(sql);
  const unfinished = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.requestKey, models.requestKey), condition(isUnfinishedModel, 'other')));
  await db
    .update(models)
    .set({ status: 'error', error, sha256: null, updatedAt: NOW })
    .where(and(eq(models.id, id), eq(models.status, 'available'), notExists(unfinished)));
}
