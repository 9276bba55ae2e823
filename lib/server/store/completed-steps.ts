import { and, countDistinct, desc, eq, isNull, sql as text } from 'drizzle-orm';
import { runEvents, runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import { isAny, type RowOf, rowsOf } from '../db/rows';
import { type PayloadSource, payloadValues } from './payloads';

/** Newest runs that are searched. */
const RUNS = 50;

/** A run and the outputs of some of its steps. */
export interface CompletedSteps extends Pick<RowOf<typeof runs>, 'params'> {
  readonly runId: string;
  readonly number: number;
  /** By step id. */
  readonly outputs: ReadonlyMap<string, Json>;
}

/** The newest run of a pipeline in which all of these steps completed, of its newest runs. */
export async function newestWithCompleted(
  source: PayloadSource,
  pipelineId: string,
  steps: readonly string[],
): Promise<CompletedSteps | undefined> {
  const db = rowsOf(source.sql);
  const newest = db
    // Only chunks of loops have no number.
    .select({
      id: runs.id,
      number: text<number>`${runs.number}`.as('number'),
      params: runs.params,
      createdAt: runs.createdAt,
    })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), isNull(runs.chunkOf)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(RUNS)
    .as('newest');
  const completed = db
    .select({ count: countDistinct(runEvents.step) })
    .from(runEvents)
    .where(and(eq(runEvents.runId, newest.id), isCompletionOf(steps)));
  const [run] = await db
    .select({ id: newest.id, number: newest.number, params: newest.params })
    .from(newest)
    .where(text`${completed} = ${steps.length}::int`)
    .orderBy(desc(newest.createdAt), desc(newest.id))
    .limit(1);
  if (!run) return undefined;
  return {
    runId: run.id,
    number: run.number,
    params: run.params,
    outputs: await outputsOf(source, run.id, steps),
  };
}

function isCompletionOf(steps: readonly string[]) {
  return and(eq(runEvents.type, 'step_completed'), isNull(runEvents.iteration), isAny(runEvents.step, steps));
}

async function outputsOf(
  source: PayloadSource,
  runId: string,
  steps: readonly string[],
): Promise<ReadonlyMap<string, Json>> {
  const rows = await rowsOf(source.sql)
    .selectDistinctOn([runEvents.step], {
      step: text<string>`${runEvents.step}`,
      output: text<Payload>`${runEvents.body}->'output'`,
    })
    .from(runEvents)
    .where(and(eq(runEvents.runId, runId), isCompletionOf(steps)))
    .orderBy(runEvents.step, desc(runEvents.seq));
  const payloads = rows.map(({ step, output }) => [step, output] as const);
  const stored = await payloadValues(
    source,
    payloads.flatMap(([, payload]) => ('ref' in payload ? [payload.ref] : [])),
  );
  return new Map(
    payloads.flatMap(([step, payload]) => {
      const value = 'ref' in payload ? stored.get(payload.ref) : payload.value;
      return value === undefined ? [] : [[step, value] as const];
    }),
  );
}
