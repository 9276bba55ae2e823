import { and, eq, isNull, lte, notInArray, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runCommands, runs } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { rowsOf } from '../../db/rows';
import { retrying } from '../retry';
import { ANSWER_KINDS } from './run-command';

/**
 * Marks commands that the journal of their run has applied, and all commands of a run that has ended.
 * @param done `applied`: every command up to this number except answers; `answered`: the numbers of answers
 */
export async function consumeCommands(
  sql: Sql,
  runId: string,
  done: { readonly applied: number; readonly answered: readonly number[] },
): Promise<void> {
  await retrying(() =>
    rowsOf(sql)
      .update(runCommands)
      .set({ consumedAt: NOW })
      .from(runs)
      .where(
        and(
          eq(runCommands.runId, runId),
          eq(runs.id, runCommands.runId),
          isNull(runCommands.consumedAt),
          or(
            and(lte(runCommands.number, done.applied), notInArray(runCommands.kind, [...ANSWER_KINDS])),
            text`${runCommands.number} = any(${text.param([...done.answered])}::int[])`,
            text`${runs.status} in ('completed', 'failed', 'cancelled')`,
          ),
        ),
      ),
  );
}
