import type { Sql } from 'postgres';
import { HOLD_REASONS, type HoldReason, type RunStatus } from '@/engine';
import {
  RUN_FILTERS,
  type RunCounts,
  type RunDetail,
  type RunFilter,
  type RunPage,
  type RunSummary,
  type Trigger,
} from '@/lib/contracts/runs';
import { auditOf, runName } from './audit';
import { durationMs, isoOf, isoOrNull } from './instants';
import { withLayout } from './versions';

type Instant = Date | string;

interface SummaryRow {
  readonly id: string;
  readonly number: number;
  readonly pipelineId: string;
  readonly pipelineName: string;
  readonly version: number;
  readonly status: RunStatus;
  readonly hold: HoldReason | null;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly finishedAt: Instant | null;
  readonly trigger: Trigger;
  readonly triggerId: string | null;
  readonly triggerName: string | null;
  readonly parentRunId: string | null;
  readonly parentNumber: number | null;
  readonly error: RunSummary['error'];
  readonly failedStep: string | null;
  readonly pinned: boolean;
}

function summaryColumns(sql: Sql) {
  return sql`
    r.id, r.number, r.pipeline_id as "pipelineId", p.name as "pipelineName", r.version, r.status, r.hold,
    r.created_at as "createdAt", r.started_at as "startedAt", r.finished_at as "finishedAt", r.trigger,
    t.id as "triggerId", t.name as "triggerName",
    r.parent_run_id as "parentRunId", parent.number as "parentNumber", r.error, r.failed_step as "failedStep", r.pinned`;
}

function summaryTables(sql: Sql) {
  return sql`
    runs r join pipelines p on p.id = r.pipeline_id
    left join runs parent on parent.id = r.parent_run_id left join triggers t on t.id = r.trigger_id`;
}

function toSummary(row: SummaryRow): RunSummary {
  const startedAt = isoOrNull(row.startedAt);
  const finishedAt = isoOrNull(row.finishedAt);
  return {
    id: row.id,
    number: row.number,
    pipelineId: row.pipelineId,
    pipelineName: row.pipelineName,
    version: row.version,
    status: row.status,
    hold: row.hold,
    createdAt: isoOf(row.createdAt),
    startedAt,
    finishedAt,
    durationMs: durationMs(startedAt, finishedAt),
    trigger: row.trigger,
    triggerId: row.triggerId,
    triggerName: row.triggerName,
    parentRunId: row.parentRunId,
    parentNumber: row.parentNumber,
    error: row.error && {
      kind: row.error.kind,
      message: row.error.message,
      ...(row.error.code === undefined ? {} : { code: row.error.code }),
    },
    failedStep: row.failedStep,
    pinned: row.pinned,
  };
}

/** A page of runs, newest first. `before` is the last run of the page before. */
export async function listRuns(
  sql: Sql,
  filter: { pipeline?: string; status?: RunFilter; kept?: boolean; before?: string; limit: number },
): Promise<RunPage> {
  const { pipeline, status, kept = false, before, limit } = filter;
  const rows = await sql<SummaryRow[]>`
    select ${summaryColumns(sql)} from ${summaryTables(sql)}
    where r.chunk_of is null
      ${pipeline === undefined ? sql`` : sql`and r.pipeline_id = ${pipeline}`}
      ${status === undefined ? sql`` : standing(sql, status)}
      ${kept ? sql`and r.pinned` : sql``}
      ${before === undefined ? sql`` : await olderThan(sql, before)}
    order by r.created_at desc, r.id desc
    limit ${limit + 1}`;
  const runs = rows.slice(0, limit).map(toSummary);
  return { runs, next: rows.length > limit ? (runs.at(-1)?.id ?? null) : null };
}

/** What follows a run in a list. Of one that is no longer there its id tells: later ids sort after earlier ones. */
async function olderThan(sql: Sql, id: string) {
  const [run] = await sql<{ createdAt: string }[]>`
    select created_at::text as "createdAt" from runs where id = ${id}`;
  if (!run) return [sql`and r.id < ${id}`];
  return [sql`and (r.created_at, r.id) < (${run.createdAt}::text::timestamptz, ${id})`];
}

/** Keeps a run, or no longer; false when there is none. */
export async function pinRun(sql: Sql, id: string, pinned: boolean): Promise<boolean> {
  const action = pinned ? 'run.pinned' : 'run.unpinned';
  const rows = await sql`
    with found as (
      select r.id, r.pinned as was_pinned, ${runName(sql)} as name from runs r join pipelines p on p.id = r.pipeline_id
      where r.id = ${id} and r.chunk_of is null for no key update of r
    ),
    changed as (
      update runs r set pinned = ${pinned} from found f where r.id = f.id
    ),
    audited as (
      ${auditOf(sql, { action, subject: 'run' }, sql`select id, name, '{}'::json from found where was_pinned <> ${pinned}`)}
    )
    select id from found`;
  return rows.length > 0;
}

/** How many runs there are of each standing; up to one more than `most`. */
export async function countRuns(
  sql: Sql,
  filter: { pipeline?: string; kept?: boolean; most: number },
): Promise<RunCounts> {
  const { pipeline, kept = false, most } = filter;
  const counts = await Promise.all(
    RUN_FILTERS.map(async (status): Promise<[RunFilter, number]> => {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from (
          select from runs r where r.chunk_of is null ${standing(sql, status)}
            ${pipeline === undefined ? sql`` : sql`and r.pipeline_id = ${pipeline}`}
            ${kept ? sql`and r.pinned` : sql``}
          limit ${most + 1}
        ) c`;
      return [status, row?.count ?? 0];
    }),
  );
  return Object.fromEntries(counts) as Record<RunFilter, number>;
}

function standing(sql: Sql, filter: RunFilter) {
  const hold = HOLD_REASONS.find((reason) => reason === filter);
  return hold === undefined ? sql`and r.status = ${filter} and r.hold is null` : sql`and r.hold = ${hold}`;
}

/** A run with what it was given and the text it runs. */
export async function findRun(sql: Sql, id: string): Promise<RunDetail | undefined> {
  type Row = SummaryRow & {
    params: RunDetail['params'];
    document: string;
    layout: string | null;
    lastSeq: number;
    cancelRequested: boolean;
  };
  const [row] = await sql<Row[]>`
    select ${summaryColumns(sql)}, r.params, v.document, v.layout, r.last_seq as "lastSeq",
      r.cancel_requested as "cancelRequested"
    from ${summaryTables(sql)}
    join pipeline_versions v on v.pipeline_id = r.pipeline_id and v.version = r.version
    where r.id = ${id} and r.chunk_of is null`;
  return (
    row && {
      ...toSummary(row),
      params: row.params,
      documentText: withLayout(row),
      lastSeq: row.lastSeq,
      cancelRequested: row.cancelRequested,
    }
  );
}

/** How far some runs have come: what a watcher asks when it may have missed a notification. */
export async function runHeads(
  sql: Sql,
  ids: readonly string[],
): Promise<{ id: string; status: RunStatus; lastSeq: number }[]> {
  return sql<{ id: string; status: RunStatus; lastSeq: number }[]>`
    select id, status, last_seq as "lastSeq" from runs where id = any(${[...ids]}::text[])`;
}
