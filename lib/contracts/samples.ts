import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';

/** A value of a run, for examples in the editor. Long texts and lists are shortened. */
export const sampleSchema = z.object({
  /** Number of the run. */
  run: z.int(),
  value: z.custom<Json>(isJson),
  /** Whether parts of the value are left out. */
  shortened: z.boolean(),
});

/** Outputs in the newest runs of a pipeline, by step; secrets are masked. */
export const outputSamplesSchema = z.record(z.string(), sampleSchema);
export type OutputSamples = z.output<typeof outputSamplesSchema>;

export const outputSamplesInput = z.object({
  pipelineId: z.string().min(1).max(100),
  /** Id of the run whose outputs are read. @default the newest runs of the pipeline */
  run: z.string().min(1).max(100).optional(),
});
export type OutputSamplesInput = z.input<typeof outputSamplesInput>;
