import { and, eq, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { outputPins, pipelines } from '@/drizzle/schema';
import type { Payload } from '@/engine';
import { type RowOf, rowsOf } from '../db/rows';
import { audited } from './audit';
import { type NewPayload, rowOf } from './event-payloads';
import { insertPayloads } from './insert-payloads';

export type PinRow = Pick<RowOf<typeof outputPins>, 'step' | 'payload' | 'run' | 'pinnedAt'>;

/** The pinned outputs of a pipeline, by the ids of their steps. */
export function listPins(sql: Sql, pipelineId: string): Promise<PinRow[]> {
  return rowsOf(sql)
    .select({
      step: outputPins.step,
      payload: outputPins.payload,
      run: outputPins.run,
      pinnedAt: outputPins.pinnedAt,
    })
    .from(outputPins)
    .where(eq(outputPins.pipelineId, pipelineId))
    .orderBy(outputPins.step);
}

/** A pin to be stored. */
export interface NewPin {
  readonly pipelineId: string;
  readonly step: string;
  readonly payload: Payload;
  readonly run: number | null;
  /** The value of a reference that is not stored yet. */
  readonly large: NewPayload | undefined;
}

/** Pins an output in place of an earlier pin of the step; false when the pipeline does not exist. */
export function setPin(sql: Sql, { pipelineId, step, payload, run, large }: NewPin): Promise<boolean> {
  return audited(sql, { action: 'pipeline.output_pinned', subject: 'pipeline' }, async (tx) => {
    const db = rowsOf(tx);
    const found = await db
      .select({ id: pipelines.id, name: pipelines.name })
      .from(pipelines)
      .where(and(eq(pipelines.id, pipelineId), isNull(pipelines.deletedAt)))
      .for('key share');
    if (found.length === 0) return [];
    if (large) await insertPayloads(tx, [rowOf(large)]);
    const hash = 'ref' in payload ? payload.ref : null;
    const pin = { payload, hash, run, pinnedAt: text`now()` };
    await db
      .insert(outputPins)
      .values({ pipelineId, step, ...pin })
      .onConflictDoUpdate({ target: [outputPins.pipelineId, outputPins.step], set: pin });
    return found.map((pipeline) => ({ ...pipeline, details: { step } }));
  });
}

/** Removes the pin of a step; undefined when it has none. */
export async function removePin(
  sql: Sql,
  pipelineId: string,
  step: string,
): Promise<Omit<PinRow, 'payload'> | undefined> {
  let removed: Omit<PinRow, 'payload'> | undefined;
  await audited(sql, { action: 'pipeline.output_unpinned', subject: 'pipeline' }, async (tx) => {
    const db = rowsOf(tx);
    [removed] = await db
      .delete(outputPins)
      .where(and(eq(outputPins.pipelineId, pipelineId), eq(outputPins.step, step)))
      .returning({ step: outputPins.step, run: outputPins.run, pinnedAt: outputPins.pinnedAt });
    if (!removed) return [];
    const named = await db
      .select({ id: pipelines.id, name: pipelines.name })
      .from(pipelines)
      .where(eq(pipelines.id, pipelineId));
    return named.map((pipeline) => ({ ...pipeline, details: { step } }));
  });
  return removed;
}
