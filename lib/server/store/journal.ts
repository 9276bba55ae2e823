import type { Sql } from 'postgres';
import type { Projection, RunEvent } from '@/engine';
import { between } from '../failpoint';
import { type PayloadRecord, referencesOf } from './event-payloads';
import { insertOrRenewPayloads } from './insert-payloads';
import { retrying, retryWhile } from './retry';

/** Runs in one notification, which PostgreSQL limits to 8,000 bytes. */
const RUNS_PER_NOTIFICATION = 100;

/** A run leased by a worker; the epoch fences off previous owners. */
export interface Claim {
  readonly runId: string;
  readonly owner: string;
  readonly epoch: number;
}

/** The run is owned by another worker or has ended, so this claim can no longer write. */
export class LeaseLost extends Error {
  readonly runId: string;

  constructor(runId: string) {
    super(`Run ${runId} is no longer owned by this worker; another worker continues it.`);
    this.name = 'LeaseLost';
    this.runId = runId;
  }
}

/** Identifies a claim: a worker may own the same run again under a later epoch. */
export function claimKey({ runId, epoch }: Pick<Claim, 'runId' | 'epoch'>): string {
  return `${runId} ${epoch}`;
}

/** Events of one run, to be appended to its journal. */
export interface JournalEntry {
  readonly claim: Claim;
  /** With large values as references. */
  readonly events: readonly RunEvent[];
  /** The values to which the events refer. */
  readonly payloads: readonly PayloadRecord[];
  readonly projection: Projection;
}

/**
 * Writes the entries in one statement and returns the keys of the claims that still hold; entries of other
 * claims are skipped. Locks runs in the order of their ids. Idempotent: events are keyed by run and sequence,
 * and a row is updated only from the sequence before or at the end of its entry.
 * Hand-written SQL: it locks, and all writes share one round trip.
 * @param isWanted called before the write is repeated after a lost connection.
 * @default for some seconds
 */
export async function writeEntries(
  sql: Sql,
  entries: readonly JournalEntry[],
  isWanted?: () => boolean,
): Promise<Set<string>> {
  const rows = entries.map(runRow);
  const payloads = new Map(entries.flatMap((entry) => entry.payloads).map((each) => [each.hash, each]));
  const written = entries.flatMap((entry) => entry.events.map((event) => eventRow(entry, event)));
  const links = written.flatMap((row) =>
    row.references.map((hash) => ({ runId: row.runId, epoch: row.epoch, hash })),
  );
  const write = () => between('journal', () => send(sql, rows, written, [...payloads.values()], links));
  const durable = await (isWanted ? retryWhile(write, isWanted) : retrying(write));
  return new Set(durable.map(claimKey));
}

function runRow({ claim, events, projection }: JournalEntry) {
  const last = events.at(-1);
  const end = events.find(isEnd);
  return {
    ...claim,
    first: events[0]?.seq ?? 0,
    last: last?.seq ?? 0,
    status: projection.status,
    wakeAt: projection.wakeAt ?? null,
    hold: projection.hold ?? null,
    atBreakpoint: projection.atBreakpoint,
    progressed: events.some(isProgress),
    startedAt: events.find((event) => event.type === 'run_started')?.at ?? null,
    finishedAt: end?.at ?? null,
    error: end?.type === 'run_failed' ? JSON.stringify(end.error) : null,
    failedStep: end?.type === 'run_failed' ? (end.step ?? null) : null,
    warnings: end?.type === 'run_completed' && end.warnings ? JSON.stringify(end.warnings) : null,
  };
}

/** Whether an event resets the crash count: a step ended, or a person resumed the run. */
export function isProgress({ type }: RunEvent): boolean {
  return (
    type === 'step_completed' ||
    type === 'step_failed' ||
    type === 'step_retrying' ||
    type === 'step_cancelled' ||
    type === 'run_resumed'
  );
}

function isEnd(event: RunEvent) {
  return event.type === 'run_completed' || event.type === 'run_failed' || event.type === 'run_cancelled';
}

function eventRow(entry: JournalEntry, event: RunEvent) {
  const { seq, at, ...body } = event;
  return {
    runId: entry.claim.runId,
    epoch: entry.claim.epoch,
    seq,
    at,
    type: body.type,
    step: 'step' in body ? (body.step ?? null) : null,
    // A PostgreSQL array cannot contain lists of different lengths, so each is passed as text.
    iteration: 'iteration' in body && body.iteration ? `{${body.iteration.join(',')}}` : null,
    attempt: 'attempt' in body ? (body.attempt ?? null) : null,
    body: JSON.stringify(body),
    references: referencesOf(event),
  };
}

type RunRow = ReturnType<typeof runRow>;
type EventRow = ReturnType<typeof eventRow>;

function send(
  sql: Sql,
  runs: readonly RunRow[],
  events: readonly EventRow[],
  payloads: readonly PayloadRecord[],
  links: readonly { runId: string; epoch: number; hash: string }[],
) {
  const ids = runs.map((run) => run.runId);
  return sql<{ runId: string; epoch: number }[]>`
    with entry as (
      select * from unnest(
        ${ids}::text[], ${runs.map((r) => r.owner)}::text[], ${runs.map((r) => r.epoch)}::int[],
        ${runs.map((r) => r.first)}::int[], ${runs.map((r) => r.last)}::int[], ${runs.map((r) => r.status)}::text[],
        ${runs.map((r) => r.wakeAt)}::text[], ${runs.map((r) => r.startedAt)}::text[],
        ${runs.map((r) => r.finishedAt)}::text[], ${runs.map((r) => r.error)}::text[],
        ${runs.map((r) => r.failedStep)}::text[], ${runs.map((r) => r.hold)}::text[],
        ${runs.map((r) => Number(r.progressed))}::int[], ${runs.map((r) => r.warnings)}::text[],
        ${runs.map((r) => Number(r.atBreakpoint))}::int[]
      ) as e(id, owner, epoch, first, last, status, wake_at, started_at, finished_at, error, failed_step, hold, progressed,
        warnings, at_breakpoint)
    ),
    held as (
      select r.id, r.epoch from runs r join entry e on e.id = r.id
      where r.id = any(${ids}::text[]) and r.owner = e.owner and r.epoch = e.epoch
        and r.last_seq in (e.first - 1, e.last)
      order by r.id
      for no key update of r
    ),
    moved as (
      update runs r set
        status = e.status,
        wake_at = e.wake_at::timestamptz,
        hold = e.hold,
        crash_count = case when e.progressed = 1 then 0 else r.crash_count end,
        started_at = coalesce(r.started_at, e.started_at::timestamptz),
        finished_at = e.finished_at::timestamptz,
        error = e.error::json,
        failed_step = e.failed_step,
        warnings = e.warnings::json,
        at_breakpoint = e.at_breakpoint = 1,
        last_seq = e.last,
        owner = case when e.finished_at is null then r.owner end,
        lease_until = case when e.finished_at is null then r.lease_until end,
        announce = e.finished_at is not null and r.chunk_of is null and r.trigger <> 'try' and exists (
          select from triggers t where t.enabled and t.source_pipeline_id = r.pipeline_id
        )
      from entry e join held h on h.id = e.id and h.epoch = e.epoch
      where r.id = e.id and r.id = any(${ids}::text[])
      returning r.announce
    ),
    kept as (
      ${insertOrRenewPayloads(sql, payloads)}
    ),
    linked as (
      insert into run_payloads (run_id, hash)
      select distinct l.run_id, l.hash
      from unnest(
        ${links.map((l) => l.runId)}::text[], ${links.map((l) => l.epoch)}::int[], ${links.map((l) => l.hash)}::text[]
      ) as l(run_id, epoch, hash)
      join held h on h.id = l.run_id and h.epoch = l.epoch
      on conflict do nothing
    ),
    written as (
      insert into run_events (run_id, seq, at, type, step, iteration, attempt, body)
      select v.run_id, v.seq, v.at::timestamptz, v.type, v.step, v.iteration::int[], v.attempt, v.body::json
      from unnest(
        ${events.map((v) => v.runId)}::text[], ${events.map((v) => v.epoch)}::int[],
        ${events.map((v) => v.seq)}::int[], ${events.map((v) => v.at)}::text[], ${events.map((v) => v.type)}::text[],
        ${events.map((v) => v.step)}::text[], ${events.map((v) => v.iteration)}::text[],
        ${events.map((v) => v.attempt)}::int[], ${events.map((v) => v.body)}::text[]
      ) as v(run_id, epoch, seq, at, type, step, iteration, attempt, body)
      join held h on h.id = v.run_id and h.epoch = v.epoch
      on conflict (run_id, seq) do nothing
    )
    select h.id as "runId", h.epoch,
      (select pg_notify('triggers', '') from moved where announce limit 1),
      (
        select count(pg_notify('run_events', t.text)::text) from (
          select string_agg(n.id || ':' || n.last, ' ') as text from (
            select h.id, e.last, (row_number() over () - 1) / ${RUNS_PER_NOTIFICATION} as page
            from held h join entry e on e.id = h.id and e.epoch = h.epoch
          ) as n group by n.page
        ) as t
      )
    from held h`;
}
