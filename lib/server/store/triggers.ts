import type { PendingQuery, Row, Sql, TransactionSql } from 'postgres';
import type { JsonObject, RunStatus } from '@/engine';
import type { DeliveryPage, TriggerDelivery, TriggerDetail, TriggerType } from '@/lib/contracts/triggers';
import { auditOf } from './audit';
import { isoOf, isoOrNull } from './instants';

/** A pool, or one of its transactions. */
export type Queries = Sql | TransactionSql;

/** A trigger as it is stored, with what is read along with it. */
export interface TriggerRow {
  readonly id: string;
  readonly pipelineId: string;
  readonly type: TriggerType;
  readonly name: string;
  readonly enabled: boolean;
  readonly config: TriggerDetail['config'];
  readonly params: JsonObject;
  readonly nextAt: string | null;
  readonly tokenHash: string | null;
  readonly tokenSealed: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Changes with every change by a person. */
  readonly revision: string;
  /** Of `pipeline_finished`: the name of the pipeline it waits for, unless that was deleted. */
  readonly sourceName: string | null;
}

/** What is stored of a trigger. */
export interface TriggerText {
  readonly name: string;
  readonly enabled: boolean;
  readonly config: object;
  readonly params: JsonObject;
  readonly nextAt: Date | undefined;
  readonly sourcePipelineId: string | undefined;
}

/** The unguessable part of an address, as it is stored. */
export interface StoredToken {
  readonly hash: string;
  readonly sealed: string;
}

/** A row as PostgreSQL answers it. */
export type Raw = Omit<TriggerRow, 'nextAt' | 'createdAt' | 'updatedAt'> & {
  nextAt: Date | string | null;
  createdAt: Date | string;
  updatedAt: Date | string;
};

/** A row as the queries here select it. */
export function toTrigger(raw: Raw): TriggerRow {
  return {
    ...raw,
    nextAt: isoOrNull(raw.nextAt),
    createdAt: isoOf(raw.createdAt),
    updatedAt: isoOf(raw.updatedAt),
  };
}

/** The columns of a trigger `t`, those of its source `s` among them. */
export const triggerColumns = (sql: Queries) => sql`
  t.id, t.pipeline_id as "pipelineId", t.type, t.name, t.enabled, t.config, t.params, t.next_at as "nextAt",
  t.token_hash as "tokenHash", t.token_sealed as "tokenSealed", t.created_at as "createdAt",
  t.updated_at as "updatedAt", t.updated_at::text as revision, s.name as "sourceName"`;

/** Triggers of pipelines that were not deleted. */
export const triggerTables = (sql: Queries) => sql`
  triggers t join pipelines p on p.id = t.pipeline_id and p.deleted_at is null
  left join pipelines s on s.id = t.source_pipeline_id and s.deleted_at is null`;

/** The clock of the database: the only one for due times. */
export async function databaseNow(sql: Queries): Promise<Date> {
  const [row] = await sql<{ now: Date | string }[]>`select now() as now`;
  return new Date(row?.now ?? Number.NaN);
}

/** The triggers of a pipeline, oldest first. */
export async function listTriggers(sql: Sql, pipelineId: string): Promise<TriggerRow[]> {
  const rows = await sql<Raw[]>`
    select ${triggerColumns(sql)} from ${triggerTables(sql)}
    where t.pipeline_id = ${pipelineId} order by t.created_at, t.id`;
  return rows.map(toTrigger);
}

/** One trigger; undefined when there is none, or its pipeline was deleted. */
export async function findTrigger(sql: Queries, id: string): Promise<TriggerRow | undefined> {
  const [row] = await sql<Raw[]>`
    select ${triggerColumns(sql)} from ${triggerTables(sql)} where t.id = ${id}`;
  return row && toTrigger(row);
}

/** Rows of an audit entry about triggers. */
const entryRows = (sql: Sql, from: PendingQuery<Row[]>) => sql`
  select id, name, json_build_object('type', type, 'pipeline_id', pipeline_id) from ${from}`;

/** Adds a trigger. False when its pipeline is gone. */
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

/** Changes everything but the type and the address. False when the trigger is gone. */
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

/** Puts another address in place of a webhook's. False when there is no such webhook. */
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

/** The secrets by which webhooks know their callers, each with the pipeline. */
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
  return sql<{ id: string; sealed: string }[]>`
    select id, token_sealed as sealed from triggers where token_sealed is not null order by id`;
}

/** Puts a token that is sealed otherwise in place, unless it was renewed meanwhile. */
export async function moveToken(
  sql: Sql,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await sql`update triggers set token_sealed = ${to} where id = ${id} and token_sealed = ${from}`;
}

/** Deletes a trigger with the history of its deliveries. False when there was none. */
export async function deleteTrigger(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`
    with gone as (delete from triggers where id = ${id} returning id, name, type, pipeline_id),
    audited as (${auditOf(sql, { action: 'trigger.deleted', subject: 'trigger' }, entryRows(sql, sql`gone`))})
    select id from gone`;
  return rows.length > 0;
}

interface DeliveryRow {
  readonly id: string;
  readonly triggerId: string;
  readonly at: Date | string;
  readonly dueAt: Date | string | null;
  readonly outcome: TriggerDelivery['outcome'];
  readonly reason: TriggerDelivery['reason'];
  readonly detail: string | null;
  readonly runId: string | null;
  readonly number: number | null;
  readonly status: RunStatus | null;
}

const deliveryColumns = (sql: Sql) => sql`
  f.id, f.trigger_id as "triggerId", f.at, f.due_at as "dueAt", f.outcome, f.reason, f.detail,
  r.id as "runId", r.number, r.status`;

function toDelivery({ runId, number, status, triggerId: _, ...row }: DeliveryRow): TriggerDelivery {
  const hasRun = runId !== null && number !== null && status !== null;
  return {
    ...row,
    at: isoOf(row.at),
    dueAt: isoOrNull(row.dueAt),
    run: hasRun ? { id: runId, number, status } : null,
  };
}

/** The newest delivery of each of some triggers. */
export async function lastDeliveries(
  sql: Sql,
  triggerIds: readonly string[],
): Promise<Map<string, TriggerDelivery>> {
  const rows = await sql<DeliveryRow[]>`
    select ${deliveryColumns(sql)}
    from unnest(${[...triggerIds]}::text[]) as w(id)
    cross join lateral (
      select * from trigger_firings where trigger_id = w.id order by at desc, id desc limit 1
    ) f
    left join runs r on r.id = f.run_id`;
  return new Map(rows.map((row) => [row.triggerId, toDelivery(row)]));
}

/** A page of deliveries, newest first. `before` is the last delivery of the page before. */
export async function listDeliveries(
  sql: Sql,
  filter: {
    triggerId: string;
    outcome?: TriggerDelivery['outcome'] | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<DeliveryPage> {
  const { triggerId, outcome, before, limit } = filter;
  const rows = await sql<DeliveryRow[]>`
    select ${deliveryColumns(sql)}
    from trigger_firings f left join runs r on r.id = f.run_id
    where f.trigger_id = ${triggerId}
      ${outcome === undefined ? sql`` : sql`and f.outcome = ${outcome}`}
      ${
        before === undefined
          ? sql``
          : sql`and (f.at, f.id) < (select b.at, b.id from trigger_firings b where b.id = ${before})`
      }
    order by f.at desc, f.id desc
    limit ${limit + 1}`;
  const deliveries = rows.slice(0, limit).map(toDelivery);
  return { deliveries, next: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null };
}
