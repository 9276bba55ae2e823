import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs } from '@/drizzle/schema';
import type { StepPassages } from '@/engine';
import { rowsOf } from '../db/rows';
import { groupBy } from './group-by';
import { isoOf } from './instants';

/** Events that tell how a step stands. */
const TYPES = [
  'step_started',
  'step_completed',
  'step_failed',
  'step_skipped',
  'step_cancelled',
  'step_reused',
  'step_given',
] as const;

interface PassageRow {
  readonly runId: string;
  readonly at: Date | string;
  readonly type: (typeof TYPES)[number];
  readonly step: string;
  /** The branch that the step took. */
  readonly taken: string | null;
  /** How a result ended that was taken over. */
  readonly reused: 'completed' | 'failed' | null;
}

type Passage = NonNullable<ReturnType<StepPassages['get']>>;

/** Ids of the newest runs of a pipeline without its tries, which execute only what a person chose. */
export async function newestWithoutTries(sql: Sql, pipelineId: string, limit: number): Promise<string[]> {
  const rows = await rowsOf(sql)
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), isNull(runs.chunkOf), ne(runs.trigger, 'try')))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * How the steps of these runs stand. Hand-written SQL: one statement reads any number of runs, without inputs, outputs and
 * what happened inside loops.
 */
export async function stepPassages(sql: Sql, ids: readonly string[]): Promise<StepPassages[]> {
  const rows = await sql<PassageRow[]>`
    select run_id as "runId", at, type, step,
      coalesce(body->'branch', body->'result'->'branch')->>'taken' as taken,
      body->'result'->>'status' as reused
    from run_events
    where run_id = any(${[...ids]}::text[]) and type = any(${[...TYPES]}::text[]) and iteration is null
    order by run_id, seq`;
  const byRun = new Map(groupBy(rows, ({ runId }) => runId).map((some) => [some[0]?.runId, some]));
  // A run without such events has taken nothing, and still counts.
  return ids.map((id) => new Map((byRun.get(id) ?? []).map((row) => [row.step, passageOf(row)])));
}

function passageOf({ type, at, taken, reused }: PassageRow): Passage {
  const branch = taken === null ? undefined : { taken, notTaken: [] };
  switch (type) {
    case 'step_started':
      return { status: 'running', finishedAt: undefined, branch };
    case 'step_skipped':
      return { status: 'skipped', finishedAt: undefined, branch };
    case 'step_cancelled':
      return { status: 'cancelled', finishedAt: isoOf(at), branch };
    case 'step_failed':
      return { status: 'failed', finishedAt: isoOf(at), branch };
    case 'step_reused':
      return { status: reused ?? 'completed', finishedAt: isoOf(at), branch };
    case 'step_completed':
    case 'step_given':
      return { status: 'completed', finishedAt: isoOf(at), branch };
  }
}
