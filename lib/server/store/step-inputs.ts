import { and, desc, eq, isNull, sql as statement } from 'drizzle-orm';
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

/** The inputs of a step, outside loops, in its newest attempt of the newest run; undefined without a run. */
export async function newestInputs(
  source: PayloadSource,
  pipelineId: string,
  step: string,
): Promise<StepInputs | undefined> {
  const db = rowsOf(source.sql);
  const [run] = await db
    // Only chunks of loops have no number.
    .select({ id: runs.id, number: statement<number>`${runs.number}` })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), isNull(runs.chunkOf)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(1);
  if (!run) return undefined;
  const [event] = await db
    .select({ inputs: statement<Payload>`${runEvents.body}->'inputs'` })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, run.id),
        eq(runEvents.type, 'step_started'),
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
