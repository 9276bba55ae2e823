import { z } from 'zod';
import type { JsonSchema } from '@/engine';
import { isJsonObject } from '@/engine/json';

/** Shapes of outputs in the newest runs of a pipeline, by step: kinds and keys, never values. */
export const observedOutputsSchema = z.record(
  z.string(),
  z.object({
    /** Number of the run. */
    run: z.int(),
    shape: z.custom<JsonSchema>(isJsonObject),
  }),
);

export const pipelineShapesInput = z.object({ pipelineId: z.string().min(1).max(100) });
export type PipelineShapesInput = z.input<typeof pipelineShapesInput>;
