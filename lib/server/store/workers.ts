import type { Sql } from 'postgres';
import { isoOf, isoOrNull } from './instants';

/** The load of a process. */
export interface WorkerLoad {
  readonly rssBytes: number;
  /** Of one core. */
  readonly cpuPercent: number;
  /** Steps that ended in the last minute. */
  readonly stepsPerMinute: number;
}

/** A process in the list of workers. */
export interface WorkerRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly kind: 'web' | 'worker';
  readonly version: string;
  readonly draining: boolean;
  readonly slots: number;
  readonly held: number;
  readonly load: WorkerLoad;
}

/** Makes or refreshes the row of a process, by the database's time. */
export async function upsertWorker(sql: Sql, worker: WorkerRow): Promise<void> {
  const { id, host, pid, kind, version, draining, slots, held, load } = worker;
  await sql`
    insert into workers (id, host, pid, kind, version, started_at, seen_at, draining, slots, held, load)
    values (${id}, ${host}, ${pid}, ${kind}, ${version}, now(), now(), ${draining}, ${slots}, ${held},
      ${JSON.stringify(load)}::text::json)
    on conflict (id) do update set
      seen_at = now(), draining = excluded.draining, slots = excluded.slots, held = excluded.held, load = excluded.load`;
}

/** Deletes the row of a process that ends, and rows that were not refreshed for a day. */
export async function forgetWorkers(sql: Sql, id?: string): Promise<void> {
  await sql`delete from workers where id = ${id ?? ''} or seen_at < now() - interval '1 day'`;
}

/** A process that executes runs, with some of its runs. */
export interface ListedWorker extends WorkerRow {
  readonly startedAt: string;
  /** Time since its last refresh, in ms, by the database's clock. */
  readonly silentMs: number;
  readonly runs: readonly { readonly id: string; readonly number: number; readonly pipelineName: string }[];
}

/** All processes, live ones first, each with at most `runs` of its runs. */
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

/** How the queue stands. */
export interface QueueDepth {
  /** Waiting for a worker to begin them. */
  readonly pending: number;
  readonly running: number;
  /** For a timer or a person. */
  readonly waiting: number;
  readonly paused: number;
  readonly quarantined: number;
  /** When the oldest run that may begin was due; null when none waits. */
  readonly oldestPendingAt: string | null;
  /** Its age by the database's time, in ms; 0 when none waits. */
  readonly oldestPendingMs: number;
}

/** Counts the runs that have not ended; costs what these are, not what there were. */
export async function queueDepth(sql: Sql): Promise<QueueDepth> {
  type Row = Omit<QueueDepth, 'oldestPendingAt'> & { readonly oldestPendingAt: Date | string | null };
  const [row] = await sql<Row[]>`
    with waiting as (
      select created_at from runs
      where status = 'pending' and owner is null and driver = 'sql' and crash_count < 2
        and (concurrency = 0 or cancel_requested) and chunk_of is null and hold is null
      union all
      select created_at from runs
      where status = 'pending' and owner is null and driver = 'sql' and concurrency > 0 and not cancel_requested
        and hold is null
    ),
    begun as (
      select status, hold from runs
      where (status in ('running', 'waiting') or status = 'pending' and owner is not null) and chunk_of is null
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
