import { and, asc, eq, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql, TransactionSql } from 'postgres';
import { runs } from '@/drizzle/schema';
import { tryLockTransaction } from '../../db/advisory-locks';
import { isAny, rowsOf } from '../../db/rows';
import { deleteRuns } from './delete-runs';
import { BATCH_RUNS, type Candidate, lockOldest, type RemovalRule } from './lock-oldest';
import { shortenJournal } from './shorten-journal';

/** Events removed in one transaction, roughly: about ten milliseconds of work. */
const BATCH_EVENTS = 5000;

/** The result of one transaction. `more`: call again; `busy`: another process is removing. */
interface Removed {
  readonly runs: number;
  readonly outcome: 'more' | 'done' | 'busy';
}

/**
 * Removes the oldest runs that a rule selects, a bounded number of rows in one transaction. Keeps runs that are active or
 * pinned, have an active chunk, or whose triggers or driver are still to be notified.
 */
export async function removeRuns(sql: Sql, rule: RemovalRule): Promise<Removed> {
  return sql.begin(async (tx): Promise<Removed> => {
    if (!(await tryLockTransaction(tx, 'removal'))) return { runs: 0, outcome: 'busy' };
    const oldest = await lockOldest(tx, rule);
    const [first] = oldest;
    if (!first) return { runs: 0, outcome: 'done' };
    // The chunks of a run are deleted before the run.
    const chunks = await lockChunks(tx, first.id);
    const [next = first] = chunks;
    if (next.lastSeq > BATCH_EVENTS) {
      await shortenJournal(tx, next.id, { lastSeq: next.lastSeq - BATCH_EVENTS, payloads: BATCH_EVENTS });
      return { runs: 0, outcome: 'more' };
    }
    if (chunks.length > 0) {
      await deleteRuns(tx, upTo(BATCH_EVENTS, chunks));
      return { runs: 0, outcome: 'more' };
    }
    const whole = await withoutChunks(tx, upTo(BATCH_EVENTS, oldest));
    await deleteRuns(tx, whole);
    return { runs: whole.length, outcome: 'more' };
  });
}

function lockChunks(tx: TransactionSql, runId: string): Promise<Candidate[]> {
  return rowsOf(tx)
    .select({ id: runs.id, lastSeq: runs.lastSeq })
    .from(runs)
    .where(eq(runs.chunkOf, runId))
    .orderBy(asc(runs.id))
    .limit(BATCH_RUNS)
    .for('update');
}

/** The first candidates that together have about this many events. */
function upTo(events: number, candidates: readonly Candidate[]): string[] {
  let sum = 0;
  return candidates.flatMap(({ id, lastSeq }) => {
    sum += lastSeq;
    return sum <= events ? [id] : [];
  });
}

const chunk = alias(runs, 'chunk');

/** The runs without chunks. A run with chunks is removed alone, as the first of a batch. */
async function withoutChunks(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const db = rowsOf(tx);
  const chunks = db.select({ id: chunk.id }).from(chunk).where(eq(chunk.chunkOf, runs.id));
  const rows = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(isAny(runs.id, ids), notExists(chunks)));
  return rows.map(({ id }) => id);
}
