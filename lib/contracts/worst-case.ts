import { z } from 'zod';
import { wholeNumberText } from './whole-number';

/** The longest time that a run of a definition can take, from timeouts, attempts and backoff. Times in ms. */
export const worstCaseSchema = z.object({
  /** The earlier of the longest path and the time limit of the run; null when there is neither. */
  totalMs: z.number().nullable(),
  /** The time limit of the run; null without one. */
  limitMs: z.number().nullable(),
  /** The steps of the longest path, the first first. */
  path: z.array(z.string()),
  /** Steps that nothing limits. */
  unlimited: z.array(z.string()),
});
export type WorstCaseRecord = z.infer<typeof worstCaseSchema>;

export const pipelineWorstCaseInput = z.object({
  /** Id of the pipeline. */
  id: z.string().min(1).max(100),
  /** @default the draft */
  version: wholeNumberText({ min: 1 }).optional(),
});

const stepSchema = z.object({
  step: z.string(),
  /** From its start to its end, with all attempts; null when nothing limits it. */
  worstMs: z.number().nullable(),
  /** Its latest start after the start of the run; null after a step that nothing limits. */
  startsAfterMs: z.number().nullable(),
  /** Whether it is on the longest path. */
  isOnPath: z.boolean(),
});

/** The worst case of a draft or a version, step by step. */
export const pipelineWorstCaseSchema = worstCaseSchema.extend({
  /** Null for a draft that is not saved as a version. */
  version: z.int().nullable(),
  /** How long the longest path takes; null when a step has no limit. */
  pathMs: z.number().nullable(),
  /** In topological order. */
  steps: z.array(stepSchema),
});
export type PipelineWorstCaseRecord = z.infer<typeof pipelineWorstCaseSchema>;
