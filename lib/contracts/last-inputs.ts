import { z } from 'zod';
import { isJson, type Json } from '@/engine/json';
import { wholeNumberText } from './whole-number';

export const lastInputsInput = z.object({
  pipelineId: z.string().min(1).max(100),
  step: z.string().min(1).max(200),
  /** Id of the run. @default the newest run of the pipeline */
  run: z.string().min(1).max(100).optional(),
  /** Index of an iteration of the step, from 0. @default the inputs of the step itself */
  iteration: wholeNumberText({ min: 0 }).optional(),
  /** Number of the attempt, from 1. @default the newest one */
  attempt: wholeNumberText({ min: 1 }).optional(),
});

/** What a step, or one iteration of it, received in a run. */
export const lastInputsSchema = z.object({
  /** Null when the pipeline has no run. */
  run: z.object({ id: z.string(), number: z.int() }).nullable(),
  /** Null when the run has not reached the step, the iteration or the attempt. */
  inputs: z.custom<Json>(),
  /** Number of attempts that started. */
  attempts: z.int(),
  /** The iterations of the step; null where it planned none. */
  loop: z
    .object({
      total: z.int(),
      /** Index of the iteration that `item` belongs to, from 0. */
      index: z.int(),
      /** Long texts and lists are shortened. */
      item: z.object({ value: z.custom<Json>(isJson), shortened: z.boolean() }),
    })
    .nullable(),
});
