import { and, asc, eq, getTableColumns, isNotNull, isNull, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PendingQuery, Row, Sql } from 'postgres';
import { pipelines, triggers } from '@/drizzle/schema';
import type { JsonObject } from '@/engine';
import type { TriggerType } from '@/lib/contracts/triggers';
import { type Queries, rowsOf } from '../db/rows';
import { auditOf } from './audit';

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
export type TriggerRow = StoredTrigger & { readonly sourceName: string | null };

/** A trigger as it is stored. */
export type StoredTrigger = Readonly<Omit<typeof triggers.$inferSelect, 'sourcePipelineId'>> & {
  readonly revision: string;
};

/** Columns that a change of a trigger writes. */
export interface TriggerText {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: object;
  readonly params: JsonObject;
  readonly nextAt: Date | undefined;
  readonly sourcePipelineId: string | undefined;
}

/** The stored token of a webhook address. */
export interface StoredToken {
  readonly hash: string;
  readonly sealed: string;
}

/** The time of the database, which alone decides due times. */
export async function databaseNow(sql: Queries): Promise<Date> {
  const [row] = await sql<{ now: Date | string }[]>`select now() as now`;
  return new Date(row?.now ?? Number.NaN);
}

/** Triggers of all pipelines except deleted ones. */
function selectTriggers(sql: Queries) {
  return rowsOf(sql)
    .select({ ...triggerColumns, sourceName: source.name })
    .from(triggers)
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

/** Rows of an audit entry about triggers. */
const entryRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select id, name, json_build_object('type', type, 'pipeline_id', pipeline_id) from ${from}`;

/**
 * Adds a trigger; false when its pipeline was deleted. Hand-written SQL, as the changes below: the same statement writes the
 * audit log.
 */
export async function insertTrigger(
  sql: Sql,
  trigger: TriggerText & {
    id: string;
    pipelineId: string;
    type: TriggerType;
    token: StoredToken | undefined;
  },
): Promise<boolean> {
  const { id, pipelineId, type, name, enabled, config, params, nextAt, sourcePipelineId, token } = trigger;
  const rows = await sql`
    with made as (
      insert into triggers
        (id, pipeline_id, type, name, enabled, config, params, next_at, source_pipeline_id, token_hash, token_sealed)
      select ${id}, p.id, ${type}, ${name}, ${enabled}, ${JSON.stringify(config)}::text::json,
        ${JSON.stringify(params)}::text::json, ${nextAt?.toISOString() ?? null}::text::timestamptz,
        ${sourcePipelineId ?? null}::text, ${token?.hash ?? null}::text, ${token?.sealed ?? null}::text
      from pipelines p where p.id = ${pipelineId} and p.deleted_at is null
      returning id, name, type, pipeline_id
    ),
    audited as (${auditOf(sql, { action: 'trigger.created', subject: 'trigger' }, entryRows(sql, sql`made`))})
    select pg_notify('triggers', id) from made`;
  return rows.length > 0;
}

/** Changes everything except type and address; false when the trigger was deleted. */
export async function updateTrigger(sql: Sql, id: string, trigger: TriggerText): Promise<boolean> {
  const { name, enabled, config, params, nextAt, sourcePipelineId } = trigger;
  const rows = await sql`
    with found as (select id, enabled from triggers where id = ${id} for no key update),
    changed as (
      update triggers t set
        name = ${name}, enabled = ${enabled}, config = ${JSON.stringify(config)}::text::json,
        params = ${JSON.stringify(params)}::text::json, next_at = ${nextAt?.toISOString() ?? null}::text::timestamptz,
        source_pipeline_id = ${sourcePipelineId ?? null}::text, updated_at = clock_timestamp()
      from found f where t.id = f.id
      returning t.id, t.name, t.type, t.pipeline_id, f.enabled <> t.enabled as is_switched
    ),
    audited as (${auditOf(sql, { action: 'trigger.changed', subject: 'trigger' }, entryRows(sql, sql`changed where not is_switched`))}),
    switched as (${auditOf(sql, { action: enabled ? 'trigger.enabled' : 'trigger.disabled', subject: 'trigger' }, entryRows(sql, sql`changed where is_switched`))})
    select pg_notify('triggers', id) from changed`;
  return rows.length > 0;
}

/** Replaces the address of a webhook; false when the webhook does not exist. */
export async function replaceToken(sql: Sql, id: string, token: StoredToken): Promise<boolean> {
  const rows = await sql`
    with changed as (
      update triggers set token_hash = ${token.hash}, token_sealed = ${token.sealed}, updated_at = clock_timestamp()
      where id = ${id} and type = 'webhook' returning id, name, type, pipeline_id
    ),
    audited as (${auditOf(sql, { action: 'trigger.address_renewed', subject: 'trigger' }, entryRows(sql, sql`changed`))})
    select id from changed`;
  return rows.length > 0;
}

/** The secrets with which webhooks verify their callers, each with its pipeline. Hand-written SQL: it reads both from JSON. */
export function secretsOfTriggers(sql: Sql): Promise<{ secret: string; id: string; name: string }[]> {
  return sql<{ secret: string; id: string; name: string }[]>`
    select s.secret, p.id, p.name
    from triggers t join pipelines p on p.id = t.pipeline_id and p.deleted_at is null
    cross join lateral (values (t.config->'signature'->>'secret'), (t.config->'header'->>'secret')) as s(secret)
    where t.type = 'webhook' and s.secret is not null
    order by p.name, p.id`;
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
export async function deleteTrigger(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    with gone as (delete from triggers where id = ${id} returning id, name, type, pipeline_id),
    audited as (${auditOf(sql, { action: 'trigger.deleted', subject: 'trigger' }, entryRows(sql, sql`gone`))})
    select id from gone`;
  return rows.length > 0;
}
