import { and, asc, eq, getTableColumns, isNotNull, isNull, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { pipelines, triggerSamples, triggers } from '@/drizzle/schema';
import type { TriggerType } from '@/lib/contracts/triggers';
import { type Queries, type RowOf, rowsOf } from '../db/rows';
import { addEntries, audited, type Subject } from './audit';
import { notify } from './notify';

const source = alias(pipelines, 'source');

/** A trigger as it is stored. */
const { sourcePipelineId: _, ...ofTrigger } = getTableColumns(triggers);

/** Columns of a trigger, including the name of its source pipeline. */
export const triggerColumns = {
  ...ofTrigger,
  /** Changes with every change by a person. */
  revision: text<string>`${triggers.updatedAt}::text`,
};

/** A trigger, with the name of the pipeline it waits for unless that was deleted. */
export type TriggerRow = StoredTrigger & {
  readonly sourceName: string | null;
  /** Of a webhook that listens for a test event, or did without a call: until when. */
  readonly listeningUntil: string | null;
};

/** A trigger as it is stored. */
export type StoredTrigger = Omit<RowOf<typeof triggers>, 'sourcePipelineId'> & {
  readonly revision: string;
};

/** Columns that a change of a trigger writes. */
export interface TriggerText extends Pick<RowOf<typeof triggers>, 'name' | 'enabled' | 'config' | 'params'> {
  readonly nextAt: Date | undefined;
  readonly sourcePipelineId: string | undefined;
}

/** The stored token of a webhook address. */
export interface StoredToken {
  readonly hash: string;
  readonly sealed: string;
}

/** The time of the database, which alone decides due times. Hand-written SQL: it reads no table. */
export async function databaseNow(sql: Queries): Promise<Date> {
  const [row] = await sql<{ now: Date | string }[]>`select now() as now`;
  return new Date(row?.now ?? Number.NaN);
}

/** Triggers of all pipelines except deleted ones. */
function selectTriggers(sql: Queries) {
  return rowsOf(sql)
    .select({
      ...triggerColumns,
      sourceName: source.name,
      listeningUntil: triggerSamples.listeningUntil,
    })
    .from(triggers)
    .leftJoin(triggerSamples, eq(triggerSamples.triggerId, triggers.id))
    .innerJoin(pipelines, and(eq(pipelines.id, triggers.pipelineId), isNull(pipelines.deletedAt)))
    .leftJoin(source, and(eq(source.id, triggers.sourcePipelineId), isNull(source.deletedAt)));
}

/** The triggers of a pipeline, oldest first. */
export function listTriggers(sql: Sql, pipelineId: string): Promise<TriggerRow[]> {
  return selectTriggers(sql)
    .where(eq(triggers.pipelineId, pipelineId))
    .orderBy(asc(triggers.createdAt), asc(triggers.id));
}

/** A trigger; undefined when it does not exist or its pipeline was deleted. */
export async function findTrigger(sql: Queries, id: string): Promise<TriggerRow | undefined> {
  const [row] = await selectTriggers(sql).where(eq(triggers.id, id));
  return row;
}

/** What an audit entry about a trigger shows. */
export const subjectColumns = {
  id: triggers.id,
  name: triggers.name,
  type: triggers.type,
  pipelineId: triggers.pipelineId,
};

export function toSubject({
  id,
  name,
  type,
  pipelineId,
}: Pick<TriggerRow, keyof typeof subjectColumns>): Subject {
  return { id, name, details: { type, pipeline_id: pipelineId } };
}

/** Adds a trigger; false when its pipeline was deleted. */
export function insertTrigger(
  sql: Sql,
  trigger: TriggerText & {
    id: string;
    pipelineId: string;
    type: TriggerType;
    token: StoredToken | undefined;
  },
): Promise<boolean> {
  const { nextAt, token, ...columns } = trigger;
  return audited(sql, { action: 'trigger.created', subject: 'trigger' }, async (tx) => {
    const db = rowsOf(tx);
    const [pipeline] = await db
      .select({ id: pipelines.id })
      .from(pipelines)
      .where(and(eq(pipelines.id, columns.pipelineId), isNull(pipelines.deletedAt)));
    if (!pipeline) return [];
    const made = await db
      .insert(triggers)
      .values({
        ...columns,
        nextAt: nextAt?.toISOString(),
        tokenHash: token?.hash,
        tokenSealed: token?.sealed,
      })
      .returning(subjectColumns);
    await notify(tx, 'triggers', columns.id);
    return made.map(toSubject);
  });
}

/** Changes everything except type and address; false when the trigger was deleted. */
export function updateTrigger(sql: Sql, id: string, trigger: TriggerText): Promise<boolean> {
  const { nextAt, sourcePipelineId = null, ...columns } = trigger;
  return sql.begin(async (tx) => {
    const db = rowsOf(tx);
    const [before] = await db
      .select({ enabled: triggers.enabled })
      .from(triggers)
      .where(eq(triggers.id, id))
      .for('no key update');
    if (!before) return false;
    const changed = await db
      .update(triggers)
      .set({
        ...columns,
        sourcePipelineId,
        nextAt: nextAt?.toISOString() ?? null,
        updatedAt: text`clock_timestamp()`,
      })
      .where(eq(triggers.id, id))
      .returning(subjectColumns);
    const switched = trigger.enabled ? 'trigger.enabled' : 'trigger.disabled';
    const action = before.enabled === trigger.enabled ? 'trigger.changed' : switched;
    await addEntries(tx, { action, subject: 'trigger' }, changed.map(toSubject));
    await notify(tx, 'triggers', id);
    return true;
  });
}

/** Replaces the address of a webhook; false when the webhook does not exist. */
export function replaceToken(sql: Sql, id: string, token: StoredToken): Promise<boolean> {
  return audited(sql, { action: 'trigger.address_renewed', subject: 'trigger' }, async (tx) => {
    const changed = await rowsOf(tx)
      .update(triggers)
      .set({ tokenHash: token.hash, tokenSealed: token.sealed, updatedAt: text`clock_timestamp()` })
      .where(and(eq(triggers.id, id), eq(triggers.type, 'webhook')))
      .returning(subjectColumns);
    return changed.map(toSubject);
  });
}

/** A pipeline and a secret that one of its webhooks verifies its callers with. */
interface WebhookSecret extends Pick<RowOf<typeof pipelines>, 'id' | 'name'> {
  readonly secret: string;
}

/** The secrets with which webhooks verify their callers, each with its pipeline. */
export async function secretsOfTriggers(sql: Sql): Promise<WebhookSecret[]> {
  const rows = await rowsOf(sql)
    .select({
      id: pipelines.id,
      name: pipelines.name,
      signature: text<string | null>`${triggers.config} -> 'signature' ->> 'secret'`,
      header: text<string | null>`${triggers.config} -> 'header' ->> 'secret'`,
    })
    .from(triggers)
    .innerJoin(pipelines, and(eq(pipelines.id, triggers.pipelineId), isNull(pipelines.deletedAt)))
    .where(eq(triggers.type, 'webhook'))
    .orderBy(asc(pipelines.name), asc(pipelines.id));
  return rows.flatMap(({ id, name, signature, header }) =>
    [signature, header].flatMap((secret) => (secret === null ? [] : [{ id, name, secret }])),
  );
}

/** The sealed tokens of all webhooks. */
export function sealedTokens(sql: Sql): Promise<{ id: string; sealed: string }[]> {
  return rowsOf(sql)
    .select({ id: triggers.id, sealed: text<string>`${triggers.tokenSealed}` })
    .from(triggers)
    .where(isNotNull(triggers.tokenSealed))
    .orderBy(triggers.id);
}

/** Replaces a token that was sealed with another key, unless it was renewed meanwhile. */
export async function moveToken(
  sql: Sql,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await rowsOf(sql)
    .update(triggers)
    .set({ tokenSealed: to })
    .where(and(eq(triggers.id, id), eq(triggers.tokenSealed, from)));
}

/** Deletes a trigger and its deliveries; false when it does not exist. */
export function deleteTrigger(sql: Sql, id: string): Promise<boolean> {
  return audited(sql, { action: 'trigger.deleted', subject: 'trigger' }, async (tx) => {
    const gone = await rowsOf(tx).delete(triggers).where(eq(triggers.id, id)).returning(subjectColumns);
    return gone.map(toSubject);
  });
}
