import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';

/** An output, for examples in the editor. Long texts and lists are shortened. */
export const sampleSchema = z.object({
  /** Number of the run; null for a pinned output that was entered. */
  run: z.int().nullable(),
  value: z.custom<Json>(isJson),
  /** Whether parts of the value are left out. */
  shortened: z.boolean(),
});

/** Outputs of a pipeline, by step; secrets are masked. */
export const outputSamplesSchema = z.record(z.string(), sampleSchema);
export type OutputSamples = z.output<typeof outputSamplesSchema>;

export const outputSamplesInput = z.object({
  pipelineId: z.string().min(1).max(100),
  /** Id of the run whose outputs are read. @default the newest runs of the pipeline */
  run: z.string().min(1).max(100).optional(),
  /** `pins`: only the pinned outputs. @default runs */
  source: z.enum(['runs', 'pins']).optional(),
});
export type OutputSamplesInput = z.input<typeof outputSamplesInput>;
