import { eq, lt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { isBegun, isLimited, isStartable } from '@/drizzle/predicates';
import { workers } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../db/rows';
import { isoOf, isoOrNull } from './instants';
import { where } from './where';

/** A process in the list of workers. */
export type WorkerRow = Readonly<Omit<typeof workers.$inferSelect, 'startedAt' | 'seenAt'>>;

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

/** A process that executes runs, with some of its runs. */
export interface ListedWorker extends WorkerRow {
  readonly startedAt: string;
  /** Time since its last refresh, in ms, by the database's clock. */
  readonly silentMs: number;
  readonly runs: readonly { readonly id: string; readonly number: number; readonly pipelineName: string }[];
}

/** All processes, live ones first, each with at most `runs` of its runs, in one query by hand: its lateral join limits them. */
export async function listWorkers(sql: Sql, runs: number): Promise<ListedWorker[]> {
  type Row = Omit<ListedWorker, 'startedAt'> & { readonly startedAt: Date | string };
  const rows = await sql<Row[]>`
    select w.id, w.host, w.pid, w.kind, w.version, w.started_at as "startedAt", w.draining, w.slots, w.held, w.load,
      greatest(0, extract(epoch from now() - w.seen_at) * 1000)::int as "silentMs",
      coalesce(h.runs, '[]') as runs
    from workers w
    left join lateral (
      select json_agg(json_build_object('id', r.id, 'number', r.number, 'pipelineName', r.name)) as runs
      from (
        select r.id, r.number, p.name from runs r join pipelines p on p.id = r.pipeline_id
        where r.owner = w.id and r.lease_until is not null and r.chunk_of is null
        order by r.started_at, r.id limit ${runs}
      ) as r
    ) as h on true
    order by w.seen_at < now() - interval '15 seconds', w.started_at, w.id`;
  return rows.map((row) => ({ ...row, startedAt: isoOf(row.startedAt) }));
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

/**
 * Counts the runs that have not ended; the cost depends on these alone. Hand-written SQL: one statement, so that the counts
 * fit together.
 */
export async function queueDepth(sql: Sql): Promise<QueueDepth> {
  type Row = Omit<QueueDepth, 'oldestPendingAt'> & { readonly oldestPendingAt: Date | string | null };
  const [row] = await sql<Row[]>`
    with waiting as (
      select created_at from runs
      where ${where(sql, isStartable)} and chunk_of is null and hold is null
      union all
      select created_at from runs
      where ${where(sql, isLimited)} and hold is null
    ),
    begun as (
      select status, hold from runs
      where (${where(sql, isBegun)}) and chunk_of is null
    )
    select
      (select count(*)::int from waiting) as pending,
      (select count(*)::int from begun where status <> 'waiting' and hold is null) as running,
      (select count(*)::int from begun where status = 'waiting' and hold is null) as waiting,
      (select count(*)::int from runs where hold = 'paused' and finished_at is null and chunk_of is null) as paused,
      (select count(*)::int from runs where hold = 'quarantined' and finished_at is null and chunk_of is null)
        as quarantined,
      (select min(created_at) from waiting) as "oldestPendingAt",
      coalesce((select greatest(0, extract(epoch from now() - min(created_at)) * 1000) from waiting), 0)::float8
        as "oldestPendingMs"`;
  const none = { pending: 0, running: 0, waiting: 0, paused: 0, quarantined: 0, oldestPendingMs: 0 };
  return { ...none, ...row, oldestPendingAt: isoOrNull(row?.oldestPendingAt ?? null) };
}
