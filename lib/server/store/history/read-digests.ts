import { and, desc, eq, isNull, lt, ne, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runDigests, runs } from '@/drizzle/schema';
import type { HistoryRun, StepDigest } from '@/engine';
import { isAny, rowsOf } from '../../db/rows';
import { durationMs } from '../instants';

/** The stored digests of these runs. */
export async function readDigests(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StepDigest[]>> {
  const rows = await rowsOf(sql)
    .select({ id: runDigests.runId, steps: runDigests.steps })
    .from(runDigests)
    .where(isAny(runDigests.runId, ids));
  return new Map(rows.map(({ id, steps }) => [id, steps]));
}

/** A run for figures; its steps are null without a stored digest. */
export interface FigureRun extends Omit<HistoryRun, 'steps'> {
  readonly steps: HistoryRun['steps'] | null;
}

/**
 * The newest runs of a pipeline without its tries, newest first.
 * @param before number of a run: only runs before it
 */
export async function newestForFigures(
  sql: Sql,
  pipelineId: string,
  limit: number,
  before?: number,
): Promise<FigureRun[]> {
  const rows = await rowsOf(sql)
    .select({
      id: runs.id,
      number: text<number>`${runs.number}`,
      version: runs.version,
      status: runs.status,
      createdAt: runs.createdAt,
      startedAt: runs.startedAt,
      finishedAt: runs.finishedAt,
      failedStep: runs.failedStep,
      error: text<string | null>`${runs.error}->>'message'`,
      steps: runDigests.steps,
    })
    .from(runs)
    .leftJoin(runDigests, eq(runDigests.runId, runs.id))
    .where(
      and(
        eq(runs.pipelineId, pipelineId),
        isNull(runs.chunkOf),
        ne(runs.trigger, 'try'),
        before === undefined ? undefined : lt(runs.number, before),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
  return rows.map(({ startedAt, finishedAt, ...row }) => ({
    ...row,
    durationMs: durationMs(startedAt, finishedAt),
  }));
}
