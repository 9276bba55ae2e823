import { and, eq, isNull, lt, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { outbox } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { isAny, rowsOf } from '../db/rows';
import { retrying } from './retry';

/** A message for Restate: a run to start, or a run that was sent its `count`th command. */
export interface OutboxEntry {
  readonly id: string;
  readonly runId: string;
  readonly kind: 'start' | 'command';
  /** Commands sent to the run so far; 0 for a start. */
  readonly count: number;
  readonly tries: number;
}

/** How long an entry is reserved for the process that sends it, in ms. */
const SENDING_MS = 30_000;

/** The advisory lock for counting runs to start: an arbitrary number that must never change. */
const COUNTING_LOCK = 4715;

/**
 * Adds an entry for a new command, in the transaction that stores the command. Does nothing for runs that
 * workers advance.
 */
export async function leaveWord(tx: TransactionSql, command: { id: string; runId: string }): Promise<void> {
  await tx`
    insert into outbox (id, run_id, kind, body)
    select ${command.id}, id, 'command', json_build_object('count', command_count)
    from runs where id = ${command.runId} and driver = 'restate'`;
}

/** Takes up to `limit` entries of commands, oldest first, and reserves them for this process. */
export function takeWords(sql: Sql, limit: number): Promise<OutboxEntry[]> {
  return retrying(
    () => sql<OutboxEntry[]>`
      with due as (
        select id from outbox where sent_at is null and due_at <= now() and kind = 'command'
        order by due_at limit ${limit} for update skip locked
      )
      update outbox o set tries = o.tries + 1, due_at = now() + ${SENDING_MS} * interval '1 millisecond'
      from due d where o.id = d.id
      returning o.id, o.run_id as "runId", o.kind, (o.body->>'count')::int as count, o.tries`,
  );
}

/**
 * Takes runs to start: by priority, pipelines of equal priority in turns, then by age; at most `limit`, with
 * at most `most` active runs in total and within the `concurrency` of each pipeline. One process at a time
 * counts and takes.
 */
export function takeStarts(sql: Sql, limit: number, most: number): Promise<OutboxEntry[]> {
  return retrying(() =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${COUNTING_LOCK})`;
      return tx<OutboxEntry[]>`
        with begun as (
          select r.id, r.pipeline_id, r.status from runs r
          where r.driver = 'restate' and (
            r.status in ('running', 'waiting')
            or r.status = 'pending' and exists (
              select from outbox o where o.run_id = r.id and o.kind = 'start'
                and (o.sent_at is not null or o.tries > 0 and o.due_at > now())
            )
          )
        ),
        busy as (select pipeline_id, count(*)::int as count from begun group by pipeline_id),
        room as (select greatest(${most} - count(*), 0)::int as count from begun where status <> 'waiting'),
        queued as (
          select o.id, r.priority, r.created_at, r.concurrency, r.cancel_requested, r.pipeline_id,
            row_number() over (partition by r.pipeline_id order by r.priority desc, r.number) as place
          from outbox o join runs r on r.id = o.run_id
          where o.sent_at is null and o.due_at <= now() and o.kind = 'start' and r.status = 'pending'
        ),
        fitting as (
          select q.id from queued q left join busy b on b.pipeline_id = q.pipeline_id
          where q.concurrency = 0 or q.cancel_requested or q.place <= q.concurrency - coalesce(b.count, 0)
          order by q.priority desc, q.place, q.created_at
          limit least(${limit}, (select count from room))
        )
        update outbox o set tries = o.tries + 1, due_at = now() + ${SENDING_MS} * interval '1 millisecond'
        from fitting f where o.id = f.id
        returning o.id, o.run_id as "runId", o.kind, 0 as count, o.tries`;
    }),
  );
}

/** Marks entries that Restate has accepted. */
export async function markSent(sql: Sql, ids: readonly string[]): Promise<void> {
  await retrying(() =>
    rowsOf(sql).update(outbox).set({ sentAt: NOW, lastError: null }).where(isAny(outbox.id, ids)),
  );
}

/** Records why an entry could not be sent, and when to retry. */
export async function putOff(sql: Sql, id: string, error: string, waitMs: number): Promise<void> {
  await retrying(() =>
    rowsOf(sql)
      .update(outbox)
      .set({ lastError: error, dueAt: text`now() + ${waitMs} * interval '1 millisecond'` })
      .where(and(eq(outbox.id, id), isNull(outbox.sentAt))),
  );
}

/** Entries that are not sent yet. */
export interface Backlog {
  readonly waiting: number;
  /** Age of the oldest entry, in ms; 0 without entries. */
  readonly oldestMs: number;
  /** Message of the last failure; null when the newest entries were sent. */
  readonly lastError: string | null;
}

/** Reads the backlog, for metrics and the page of workers. */
export async function backlogOf(sql: Sql): Promise<Backlog> {
  const [row] = await sql<Backlog[]>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::float8 as "oldestMs",
      (array_agg(last_error order by due_at desc) filter (where last_error is not null))[1] as "lastError"
    from outbox where sent_at is null`;
  return row ?? { waiting: 0, oldestMs: 0, lastError: null };
}

/** Deletes entries that were sent more than a day ago. */
export async function sweepOutbox(sql: Sql): Promise<void> {
  await rowsOf(sql).delete(outbox).where(lt(outbox.sentAt, text`now() - interval '1 day'`));
}

/** Marks starts as sent whose response was lost but whose run has begun. */
export async function settleStarts(sql: Sql): Promise<void> {
  await sql`
    update outbox o set sent_at = now(), last_error = null from runs r
    where r.id = o.run_id and o.kind = 'start' and o.sent_at is null and r.status <> 'pending'`;
}
