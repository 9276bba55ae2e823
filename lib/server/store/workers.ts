import {
  and,
  count,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  lt,
  min,
  not,
  or,
  type SQL,
  sql as text,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { isBegun, isLimited, isStartable } from '@/drizzle/predicates';
import { pipelines, runs, workers } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type RowOf, rowsOf } from '../db/rows';
import { condition } from './where';

/** A process in the list of workers. */
export type WorkerRow = Omit<RowOf<typeof workers>, 'startedAt' | 'seenAt'>;

/** The load of a process. */
export type WorkerLoad = WorkerRow['load'];

/** Inserts or refreshes the row of a process, by the database's time. */
export async function upsertWorker(sql: Sql, worker: WorkerRow): Promise<void> {
  const { draining, slots, held, load } = worker;
  await rowsOf(sql)
    .insert(workers)
    .values({ ...worker, startedAt: NOW, seenAt: NOW })
    .onConflictDoUpdate({ target: workers.id, set: { seenAt: NOW, draining, slots, held, load } });
}

/** Deletes the row of an ending process, and rows that were not refreshed for a day. */
export async function forgetWorkers(sql: Sql, id?: string): Promise<void> {
  await rowsOf(sql)
    .delete(workers)
    .where(or(eq(workers.id, id ?? ''), lt(workers.seenAt, text`now() - interval '1 day'`)));
}

/** Time since its last refresh after which a process counts as silent, in ms: three intervals, so that one may be late. */
export const SILENT_AFTER_MS = 15_000;

/** Some columns of a run that a process has. */
interface WorkerRun extends Pick<RowOf<typeof runs>, 'id'> {
  readonly number: number;
  readonly pipelineName: string;
}

/** A process that executes runs, with some of its runs. */
export interface ListedWorker extends WorkerRow {
  readonly startedAt: string;
  /** Time since its last refresh, in ms, by the database's clock. */
  readonly silentMs: number;
  readonly runs: readonly WorkerRun[];
}

/** All processes, live ones first, each with at most `most` of its runs. */
export async function listWorkers(sql: Sql, most: number): Promise<ListedWorker[]> {
  const db = rowsOf(sql);
  const held = db
    .select({ id: runs.id, number: runs.number, name: pipelines.name })
    .from(runs)
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .where(and(eq(runs.owner, workers.id), isNotNull(runs.leaseUntil), isNull(runs.chunkOf)))
    .orderBy(runs.startedAt, runs.id)
    .limit(most)
    .as('held');
  const list = text<
    WorkerRun[] | null
  >`json_agg(json_build_object('id', ${held.id}, 'number', ${held.number}, 'pipelineName', ${held.name}))`;
  const shown = db
    .select({ runs: list.as('runs') })
    .from(held)
    .as('shown');
  const silentMs = text<number>`greatest(0, extract(epoch from now() - ${workers.seenAt}) * 1000)::int`;
  const { seenAt: _, ...columns } = getTableColumns(workers);
  const rows = await db
    .select({ ...columns, silentMs, runs: shown.runs })
    .from(workers)
    .crossJoinLateral(shown)
    .orderBy(text`${silentMs} > ${SILENT_AFTER_MS}`, workers.startedAt, workers.id);
  return rows.map((row) => ({ ...row, runs: row.runs ?? [] }));
}

export interface QueueDepth {
  /** Waiting for a worker to start them. */
  readonly pending: number;
  readonly running: number;
  /** For a timer or a person. */
  readonly waiting: number;
  readonly paused: number;
  readonly quarantined: number;
  /** When the oldest run that may begin became due; null when none waits. */
  readonly oldestPendingAt: string | null;
  /** Its age by the database's time, in ms; 0 when none waits. */
  readonly oldestPendingMs: number;
}

/** Counts the runs that have not ended, in one statement: the counts fit together. Its cost depends on these runs alone. */
export async function queueDepth(sql: Sql): Promise<QueueDepth> {
  const db = rowsOf(sql);
  const isOwn = isNull(runs.chunkOf);
  const createdAt = { createdAt: runs.createdAt };
  const waiting = unionAll(
    db
      .select(createdAt)
      .from(runs)
      .where(and(condition(isStartable), isOwn, isNull(runs.hold))),
    db
      .select(createdAt)
      .from(runs)
      .where(and(condition(isLimited), isNull(runs.hold))),
  ).as('waiting');
  const oldest = min(waiting.createdAt);
  const pending = db
    .select({
      count: count().as('pending'),
      oldestAt: oldest.as('oldest_at'),
      oldestMs:
        text<number>`coalesce(greatest(0, extract(epoch from now() - ${oldest}) * 1000), 0)::float8`.as(
          'oldest_ms',
        ),
    })
    .from(waiting)
    .as('pending');
  const isWaiting = eq(runs.status, 'waiting');
  const begun = db
    .select({ running: countIf(not(isWaiting)).as('running'), waiting: countIf(isWaiting).as('waiting') })
    .from(runs)
    .where(and(text`(${condition(isBegun)})`, isOwn, isNull(runs.hold)))
    .as('begun');
  const held = db
    .select({
      paused: countIf(eq(runs.hold, 'paused')).as('paused'),
      quarantined: countIf(eq(runs.hold, 'quarantined')).as('quarantined'),
    })
    .from(runs)
    .where(and(isNotNull(runs.hold), isNull(runs.finishedAt), isOwn))
    .as('held');
  const [row] = await db
    .select({
      pending: pending.count,
      running: begun.running,
      waiting: begun.waiting,
      paused: held.paused,
      quarantined: held.quarantined,
      oldestPendingAt: pending.oldestAt,
      oldestPendingMs: pending.oldestMs,
    })
    .from(pending)
    .crossJoin(begun)
    .crossJoin(held);
  return row ?? NO_RUNS;
}

const NO_RUNS: QueueDepth = {
  pending: 0,
  running: 0,
  waiting: 0,
  paused: 0,
  quarantined: 0,
  oldestPendingAt: null,
  oldestPendingMs: 0,
};

function countIf(which: SQL): SQL<number> {
  return text`count(*) filter (where ${which})::int`;
}
