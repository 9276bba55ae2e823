import { z } from 'zod';
import { RUN_STATUSES, STEP_STATUSES } from '@/engine/run/state/state';
import { WAIT_CAUSES } from '@/engine/run/time/span';
import { worstCaseSchema } from './worst-case';

export const runTimeInput = z.object({
  /** Id of the run. */
  id: z.string().min(1).max(100),
  /** An instant, in seconds since the start of the run: the answer then has the statuses of that instant. */
  t: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be seconds since the start of the run, for example 37.812')
    .optional(),
});

/** A usual duration: the median of earlier completed runs. */
const usualSchema = z.object({ ms: z.number(), runs: z.int() }).nullable();

const shareSchema = z.object({
  /** From its start to its end, or until now. */
  durationMs: z.number(),
  /** With the queue before the start: the sum of work and waits. */
  totalMs: z.number(),
  workMs: z.number(),
  /** By cause, those with any time. */
  waits: z.partialRecord(z.enum(WAIT_CAUSES), z.number()),
  usual: usualSchema,
  /** Duration divided by the usual one, when it is clearly slower; null otherwise. */
  slower: z.number().nullable(),
});
export type TimeShareRecord = z.infer<typeof shareSchema>;

const stepTimeSchema = shareSchema.extend({
  step: z.string(),
  /** Its longest possible time, with all attempts, in ms; null when nothing limits it. */
  worstMs: z.number().nullable(),
  /** Whether the run would have ended earlier had this step been shorter. */
  isCritical: z.boolean(),
});
export type StepTimeRecord = z.infer<typeof stepTimeSchema>;

/** Where the time of a run went, compared with earlier runs. Durations in ms. */
export const runTimeSchema = shareSchema.extend({
  id: z.string(),
  number: z.int(),
  status: z.enum(RUN_STATUSES),
  /** Estimated time until the run ends; null when it has ended, or without usual durations. */
  remainingMs: z.number().nullable(),
  /** The steps that decided when the run ended, the first first. */
  critical: z.array(z.string()),
  /** The longest time that a run of this definition can take, from timeouts, attempts and backoff. */
  worst: worstCaseSchema,
  /** Steps that were executed, in the order of the definition. */
  steps: z.array(stepTimeSchema),
  /** The run at the instant `t`; null without one. */
  at: z
    .object({
      status: z.enum(RUN_STATUSES),
      steps: z.array(z.object({ step: z.string(), status: z.enum(STEP_STATUSES) })),
    })
    .nullable(),
});
export type RunTimeRecord = z.infer<typeof runTimeSchema>;
