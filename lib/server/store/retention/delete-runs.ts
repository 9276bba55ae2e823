import type { TransactionSql } from 'postgres';
import {
  files,
  notices,
  outbox,
  runCommands,
  runEvents,
  runPayloads,
  triggerDeliveries,
} from '@/drizzle/schema';
import { isAny, rowsOf } from '../../db/rows';
import { auditOf, runName, SYSTEM } from '../audit';

/**
 * Deletes runs that retention removes. Rows that refer to a run are deleted first. Unreferenced contents are removed by
 * separate sweeps.
 */
export async function deleteRuns(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  const db = rowsOf(tx);
  for (const table of [runEvents, runPayloads, files, notices, runCommands, outbox]) {
    await db.delete(table).where(isAny(table.runId, ids));
  }
  await db.update(triggerDeliveries).set({ runId: null }).where(isAny(triggerDeliveries.runId, ids));
  await deleteWithEntries(tx, ids);
}

/**
 * Deletes the rows of the runs. Hand-written SQL: one statement writes the audit entries of any number of runs. Measured in one
 * process, shortest of 20 transactions of 50 runs: 11 ms, with drizzle 25 ms.
 */
async function deleteWithEntries(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  await tx`
    with removed as (
      delete from runs where id = any(${[...ids]}::text[]) returning id, number, pipeline_id, chunk_of
    )
    ${auditOf(
      tx,
      { action: 'run.deleted', subject: 'run', actor: SYSTEM },
      tx`
        select r.id, ${runName(tx)}, json_build_object('pipeline_id', r.pipeline_id, 'reason', 'retention')
        from removed r join pipelines p on p.id = r.pipeline_id where r.chunk_of is null`,
    )}`;
}
