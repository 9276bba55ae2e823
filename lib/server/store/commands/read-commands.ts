import { and, eq, gt, inArray, isNotNull, isNull, or, sql as text } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Sql } from 'postgres';
import { runCommands, runs } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';
import { retrying } from '../retry';
import { ANSWER_KINDS, type RunCommand, toCommand } from './run-command';

/** A command as it is stored. */
export type NumberedCommand = RunCommand & {
  /** Counts from 1 within its run, in the order in which commands are applied. */
  readonly number: number;
};

/** Commands of a run that may be missing in its journal. */
export interface RunCommands {
  /** How many commands were sent to the run in total. */
  readonly count: number;
  readonly cancelRequested: boolean;
  /** In order. */
  readonly open: readonly NumberedCommand[];
}

const parent = alias(runs, 'parent');

/**
 * The commands of a run that are not yet applied.
 * @param lastCommand number of the newest command that its journal or runner has applied
 */
export async function readCommands(sql: Sql, runId: string, lastCommand: number): Promise<RunCommands> {
  const rows = await retrying(() =>
    rowsOf(sql)
      .select({
        // A chunk has nothing left to do once its parent run has ended.
        count: text<number>`${runs.commandCount} + (${parent.id} is not null)::int`,
        cancelRequested: text<boolean>`${runs.cancelRequested} or ${parent.id} is not null`,
        command: { number: runCommands.number, kind: runCommands.kind, body: runCommands.body },
      })
      .from(runs)
      .leftJoin(parent, and(eq(parent.id, runs.chunkOf), isNotNull(parent.finishedAt)))
      .leftJoin(
        runCommands,
        and(
          eq(runCommands.runId, runs.id),
          isNull(runCommands.consumedAt),
          or(gt(runCommands.number, lastCommand), inArray(runCommands.kind, [...ANSWER_KINDS])),
        ),
      )
      .where(eq(runs.id, runId))
      .orderBy(runCommands.number),
  );
  const open = rows.flatMap(({ command }) =>
    command === null ? [] : [{ ...toCommand(command), number: command.number }],
  );
  return { count: rows[0]?.count ?? 0, cancelRequested: rows[0]?.cancelRequested ?? false, open };
}
