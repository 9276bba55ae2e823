import { and, desc, eq, inArray, isNull, sql as statement } from 'drizzle-orm';
import { runEvents, runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import { rowsOf } from '../db/rows';
import { type PayloadSource, payloadValues } from './payloads';

/** The inputs of a step in a run. */
export interface StepInputs {
  readonly run: { readonly id: string; readonly number: number };
  /** Masked, as the journal has them; undefined when the run has not reached the step. */
  readonly inputs: Json | undefined;
}

/** A step, and the run in which its inputs are read. */
export interface InputsOf {
  readonly pipelineId: string;
  readonly step: string;
  /** @default the newest run */
  readonly run?: string | undefined;
}

/**
 * The inputs of a step, outside loops, in its newest attempt of a run, or of the run whose result was taken over; undefined
 * without a run.
 */
export async function newestInputs(
  source: PayloadSource,
  { pipelineId, step, run: runId }: InputsOf,
): Promise<StepInputs | undefined> {
  const db = rowsOf(source.sql);
  const [run] = await db
    // Only chunks of loops have no number.
    .select({ id: runs.id, number: statement<number>`${runs.number}` })
    .from(runs)
    .where(
      and(
        eq(runs.pipelineId, pipelineId),
        isNull(runs.chunkOf),
        runId === undefined ? undefined : eq(runs.id, runId),
      ),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  if (!run) return undefined;
  const [event] = await db
    .select({
      inputs: statement<Payload>`coalesce(${runEvents.body}->'inputs', ${runEvents.body}->'past'->'inputs')`,
    })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, run.id),
        inArray(runEvents.type, ['step_started', 'step_reused']),
        eq(runEvents.step, step),
        isNull(runEvents.iteration),
      ),
    )
    .orderBy(desc(runEvents.seq))
    .limit(1);
  return { run, inputs: event && (await storedValue(source, event.inputs)) };
}

async function storedValue(source: PayloadSource, payload: Payload): Promise<Json | undefined> {
  if ('value' in payload) return payload.value;
  return (await payloadValues(source, [payload.ref])).get(payload.ref);
}
