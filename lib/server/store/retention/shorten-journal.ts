import { and, eq, gt, inArray } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { runEvents, runPayloads, runs } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';

/** Deletes events from the end of a long journal, so that the rest never has a gap. @param to.payloads references deleted at most */
export async function shortenJournal(
  tx: TransactionSql,
  runId: string,
  to: { readonly lastSeq: number; readonly payloads: number },
): Promise<void> {
  const db = rowsOf(tx);
  await db.delete(runEvents).where(and(eq(runEvents.runId, runId), gt(runEvents.seq, to.lastSeq)));
  const some = db
    .select({ hash: runPayloads.hash })
    .from(runPayloads)
    .where(eq(runPayloads.runId, runId))
    .limit(to.payloads);
  await db.delete(runPayloads).where(and(eq(runPayloads.runId, runId), inArray(runPayloads.hash, some)));
  await db.update(runs).set({ lastSeq: to.lastSeq }).where(eq(runs.id, runId));
}
