import { and, eq, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';
import { retrying } from '../retry';

/** Notifies a run that a chunk of one of its loops has ended or is idle. Idempotent. */
export async function notifyParentRun(sql: Sql, runId: string): Promise<void> {
  await retrying(() =>
    rowsOf(sql)
      .update(runs)
      .set({
        commandCount: text`${runs.commandCount} + 1`,
        wakeAt: text`case when ${runs.owner} is null then now() else ${runs.wakeAt} end`,
      })
      .where(and(eq(runs.id, runId), isNull(runs.finishedAt)))
      .returning({ notified: text`pg_notify('run_commands', ${runs.id})` }),
  );
}
