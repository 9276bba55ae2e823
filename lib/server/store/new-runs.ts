import type { Sql, TransactionSql } from 'postgres';
import { type JsonObject, measure, type RunEvent } from '@/engine';
import type { Trigger } from '@/lib/contracts/runs';
import { between } from '../failpoint';
import { inTurns } from '../in-turns';
import { jsonBytes } from './json-text';
import { PLAIN_PROTOCOL } from './protocol';

/** What advances a run: the workers, or Restate. */
export type Driver = 'sql' | 'restate';

/** A run to be inserted. */
export interface NewRun {
  readonly id: string;
  readonly pipelineId: string;
  readonly version: number;
  /**
   * Insert only if its version is the current one of the pipeline.
   * @default false
   */
  readonly isCurrent?: boolean;
  readonly trigger: Trigger;
  /** How many runs of the pipeline may be active concurrently; 0 for any number. */
  readonly concurrency: number;
  /** @default sql */
  readonly driver?: Driver;
  /** 0 to 100; waiting runs with a higher priority begin first. */
  readonly priority?: number;
  /** Never makes a second run of the pipeline; see `insertOnce`. */
  readonly idempotencyKey?: string | undefined;
  readonly triggerId?: string | undefined;
  /** The payload of the trigger. */
  readonly origin?: JsonObject | undefined;
  readonly created: Extract<RunEvent, { type: 'run_created' }>;
}

/**
 * Inserts runs atomically, each with the first line of its journal and an audit entry, and notifies the
 * workers or adds an outbox entry for Restate. Returns the run numbers by id, without runs whose pipeline was
 * deleted or, with `isCurrent`, has another version. Numbers of a pipeline follow the given order. Hand-written SQL: it locks
 * the pipelines in the order of their ids, and all writes share one round trip.
 */
export async function insertRuns(
  sql: Sql | TransactionSql,
  runs: readonly NewRun[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await Promise.all(runs.map(rowOf));
  const list = (values: readonly (string | null)[]) => textList(sql, values);
  const made = await between(
    'run',
    () => sql<{ id: string; number: number }[]>`
    with entry as (
      select * from unnest(
        ${rows.map((r) => r.id)}::text[], ${rows.map((r) => r.pipelineId)}::text[], ${rows.map((r) => r.version)}::int[],
        ${rows.map((r) => r.isCurrent)}::int[], ${list(rows.map((r) => r.params))},
        ${rows.map((r) => r.parentRunId)}::text[], ${rows.map((r) => r.trigger)}::text[],
        ${rows.map((r) => r.at)}::text[], ${rows.map((r) => r.concurrency)}::int[],
        ${rows.map((r) => r.priority)}::int[], ${rows.map((r) => r.driver)}::text[], ${rows.map((r) => r.key)}::text[],
        ${rows.map((r) => r.triggerId)}::text[], ${list(rows.map((r) => r.origin))}, ${rows.map((r) => r.body)}::text[]
      ) with ordinality as e(
        id, pipeline_id, version, is_current, params, parent_run_id, trigger, at, concurrency, priority, driver, key,
        trigger_id, origin, body, place
      )
    ),
    locked as (
      select p.id, p.name, p.version, p.edited, p.last_run_number from pipelines p
      where p.id = any(${[...new Set(rows.map((r) => r.pipelineId))].toSorted()}::text[]) and p.deleted_at is null
      order by p.id for no key update
    ),
    fitting as (
      select e.*, l.name as pipeline_name, (l.last_run_number + row_number() over (partition by l.id order by e.place))::int as number
      from entry e join locked l on l.id = e.pipeline_id
      where e.is_current = 0 or (e.version = l.version and not l.edited)
    ),
    counted as (
      update pipelines p set last_run_number = f.last
      from (select pipeline_id, max(number) as last from fitting group by pipeline_id) as f
      where p.id = f.pipeline_id
    ),
    made as (
      insert into runs
        (id, number, pipeline_id, version, status, params, parent_run_id, trigger, created_at, last_seq,
         wake_at, concurrency, priority, protocol, driver, idempotency_key, trigger_id, origin)
      select id, number, pipeline_id, version, 'pending', params::json, parent_run_id, trigger, at::timestamptz, 1,
        now(), concurrency, priority, ${PLAIN_PROTOCOL}::smallint, driver, key, trigger_id, origin::json
      from fitting order by place
      returning id, number, driver
    ),
    told as (
      insert into outbox (id, run_id, kind, body) select id, id, 'start', '{}' from made where driver = 'restate'
    ),
    audited as (
      insert into audit_events
        (actor_kind, actor_id, actor_name, action, subject_type, subject_id, subject_name, details)
      select case when f.trigger in ('manual', 'rerun', 'try') then 'local' else f.trigger end, f.trigger_id, t.name,
        case f.trigger when 'rerun' then 'run.rerun' when 'try' then 'run.tried' else 'run.started' end, 'run', f.id,
        f.pipeline_name || ' #' || f.number,
        json_strip_nulls(json_build_object(
          'pipeline_id', f.pipeline_id, 'version', f.version, 'parent_run_id', f.parent_run_id,
          'rerun', case when f.trigger in ('rerun', 'try') then f.body::json->'rerun' end
        ))
      from fitting f left join triggers t on t.id = f.trigger_id order by f.place
    ),
    written as (
      insert into run_events (run_id, seq, at, type, body)
      -- The params are sent once: they may be large.
      select id, 1, at::timestamptz, 'run_created', ('{"params":' || params || ',' || substr(body, 2))::json from fitting
    )
    select id, number, pg_notify('run_queue', '') from made`,
  );
  return new Map(made.map(({ id, number }) => [id, number]));
}

/** Inserts one run; returns its number, or undefined for the reasons given at `insertRuns`. */
export async function insertRun(sql: Sql | TransactionSql, run: NewRun): Promise<number | undefined> {
  return (await insertRuns(sql, [run])).get(run.id);
}

/** Larger params are serialised with pauses and inserted alone. Bytes of JSON text. */
export const LARGE_PARAMS_BYTES = 64 * 1024;

/** Size of a run's params, in bytes of JSON text. */
export function paramsBytes({ created }: NewRun): number {
  return measure(created.params).bytes;
}

/**
 * Texts as an array parameter. A single text avoids the escapes of an array, which are expensive for JSON.
 */
function textList(sql: Sql | TransactionSql, values: readonly (string | null)[]) {
  const [only = null, ...others] = values;
  return others.length === 0 ? sql`array[${only}::text]` : sql`${[...values]}::text[]`;
}

async function rowOf(run: NewRun) {
  const { seq: _, at, params, ...body } = run.created;
  return {
    id: run.id,
    pipelineId: run.pipelineId,
    version: run.version,
    isCurrent: Number(run.isCurrent ?? false),
    params:
      paramsBytes(run) > LARGE_PARAMS_BYTES
        ? Buffer.concat(await inTurns(jsonBytes(params))).toString()
        : JSON.stringify(params),
    parentRunId: body.parent_run_id ?? null,
    trigger: run.trigger,
    at,
    concurrency: run.concurrency,
    priority: run.priority ?? 0,
    driver: run.driver ?? 'sql',
    key: run.idempotencyKey ?? null,
    triggerId: run.triggerId ?? null,
    origin: run.origin ? JSON.stringify(run.origin) : null,
    body: JSON.stringify(body),
  };
}
