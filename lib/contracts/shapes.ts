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

/** What the newest runs of a pipeline show about its steps. */
export const pipelineShapesSchema = z.object({
  outputs: observedOutputsSchema,
  /** Steps that were skipped, each with the number of the newest run that skipped it. */
  skipped: z.record(z.string(), z.int()),
});
export type PipelineShapes = z.output<typeof pipelineShapesSchema>;

export const pipelineShapesInput = z.object({ pipelineId: z.string().min(1).max(100) });
export type PipelineShapesInput = z.input<typeof pipelineShapesInput>;
