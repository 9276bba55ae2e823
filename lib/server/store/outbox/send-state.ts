import { and, count, eq, lt, ne, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { isUnsent } from '@/drizzle/predicates';
import { outbox, runs } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { isAny, rowsOf } from '../../db/rows';
import { retrying } from '../retry';
import { condition } from '../where';

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
      .where(and(eq(outbox.id, id), condition(isUnsent, 'outbox'))),
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
  const [row] = await rowsOf(sql)
    .select({
      waiting: count(),
      oldestMs: text<number>`coalesce(extract(epoch from now() - min(${outbox.createdAt})) * 1000, 0)::float8`,
      lastError: text<
        string | null
      >`(array_agg(${outbox.lastError} order by ${outbox.dueAt} desc) filter (where ${outbox.lastError} is not null))[1]`,
    })
    .from(outbox)
    .where(condition(isUnsent, 'outbox'));
  return row ?? { waiting: 0, oldestMs: 0, lastError: null };
}

/** Deletes entries that were sent more than a day ago. */
export async function sweepOutbox(sql: Sql): Promise<void> {
  await rowsOf(sql).delete(outbox).where(lt(outbox.sentAt, text`now() - interval '1 day'`));
}

/** Marks starts as sent whose response was lost but whose run has begun. */
export async function settleStarts(sql: Sql): Promise<void> {
  await rowsOf(sql)
    .update(outbox)
    .set({ sentAt: NOW, lastError: null })
    .from(runs)
    .where(
      and(
        eq(runs.id, outbox.runId),
        eq(outbox.kind, 'start'),
        condition(isUnsent, 'outbox'),
        ne(runs.status, 'pending'),
      ),
    );
}
