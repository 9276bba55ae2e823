import { z } from 'zod';
import { PLACE_KINDS, READINGS, VALUE_SOURCES } from '@/engine/run/lineage/lineage-words';
import { LINE_OUTCOMES } from '@/engine/run/lineage/outcomes';
import { SKIP_REASONS } from '@/engine/run/state/events';
import { STEP_STATUSES } from '@/engine/run/state/state';

const idSchema = z.string().min(1).max(100);

export const lineageInput = z.object({
  /** Of the run, or of the pipeline. */
  id: idSchema,
  /** The value: `steps.fetch.output.body`, `steps.deploy.params.url`, `steps.each[6].params.url`, `params.region`. */
  value: z.string().min(1).max(2000),
  /** `1`: only direct readers. */
  direct: z.literal('1').optional(),
});

const entrySchema = z.object({
  /** As in expressions, where one can read it. `[*]` stands for every iteration or item. */
  value: z.string(),
  of: z.enum(PLACE_KINDS),
  /** Null for params, secrets, signals and outputs of the run. */
  step: z.string().nullable(),
  /** Links from the value that was asked for. */
  distance: z.int(),
  links: z.array(z.object({ to: z.string(), reading: z.enum(READINGS) })),
  /** As it is written in the pipeline, shortened. */
  written: z.string().nullable(),
  /** What gave it; null for a value that reads others. */
  source: z.enum(VALUE_SOURCES).nullable(),
  /** The source as words. */
  text: z.string(),
  /** Its value in the run, shortened; null without one. Secrets are masked. */
  shown: z
    .union([
      z.object({ kind: z.literal('value'), text: z.string() }),
      z.object({ kind: z.literal('missing') }),
      z.object({ kind: z.literal('not_loaded'), bytes: z.int() }),
    ])
    .nullable(),
  /** The run that executed its step, when the result was reused. */
  reusedFrom: z.string().nullable(),
});
export type LineageEntryRecord = z.infer<typeof entrySchema>;

/** Where a value comes from, and what reads it. */
export const lineageSchema = z.object({
  value: z.string(),
  /** The run whose values are shown; null for a draft. */
  run: z.object({ id: z.string(), number: z.int() }).nullable(),
  /** The value itself first, then nearest first. */
  origins: z.array(entrySchema),
  /** Nearest first. */
  readers: z.array(entrySchema),
  /** Whether there are more values than are listed. */
  cut: z.boolean(),
});
export type LineageRecord = z.infer<typeof lineageSchema>;

export const whyInput = z.object({ id: idSchema, step: z.string().min(1).max(100) });

const lineSchema = z.object({
  depth: z.int(),
  text: z.string(),
  /** As JSON, shortened. */
  value: z.string().nullable(),
  outcome: z.enum(LINE_OUTCOMES),
});

/** Why a step did not run, failed or has not started: its own decision first, then those that caused it. */
export const whySchema = z.object({
  steps: z.array(
    z.object({
      step: z.string(),
      status: z.enum(STEP_STATUSES),
      skip: z.object({ reason: z.enum(SKIP_REASONS), detail: z.string().nullable() }).nullable(),
      /** The branch that a `conditional` took. */
      taken: z.string().nullable(),
      error: z.string().nullable(),
      /** Each condition, operand by operand. */
      conditions: z.array(z.object({ path: z.string(), lines: z.array(lineSchema) })),
      /** Steps that are explained later in the list. */
      causes: z.array(z.string()),
    }),
  ),
});
export type WhyRecord = z.infer<typeof whySchema>;
