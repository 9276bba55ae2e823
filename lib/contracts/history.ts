import { z } from 'zod';
import { WORSENING } from '@/engine/run/history/figures';
import { STEP_STATUSES } from '@/engine/run/state/state';
import { runSummarySchema } from './runs';
import { wholeNumberText } from './whole-number';

const idSchema = z.string().min(1).max(100);

/** Runs of a page of the history at most. */
const MAX_PAGE = 200;

/** Newest runs that figures sum up at most. */
export const MAX_FIGURE_RUNS = 1000;

export const listHistoryInput = z.object({
  /** Id of the pipeline. */
  id: idSchema,
  /** Id of the last run of the previous page. */
  before: idSchema.optional(),
  limit: wholeNumberText({ min: 1, max: MAX_PAGE }).default(100),
});

/** How a step ended in a run; fields with their usual value are left out. */
export const stepDigestSchema = z.object({
  step: z.string(),
  status: z.enum(STEP_STATUSES),
  /** From its first attempt to its end. */
  durationMs: z.number().optional(),
  /** @default 1 */
  attempts: z.int().optional(),
  /** Its result was taken over from an earlier run. */
  reused: z.literal(true).optional(),
  /** It completed although something in it failed. */
  warning: z.literal(true).optional(),
  /** Why it failed. */
  error: z.string().optional(),
});

export const historyRunSchema = runSummarySchema.extend({ steps: z.array(stepDigestSchema) });
export type HistoryRunRecord = z.infer<typeof historyRunSchema>;

/** A page of runs with their steps, newest first. */
export const historyPageSchema = z.object({
  runs: z.array(historyRunSchema),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.string().nullable(),
});

export const historyFiguresInput = z.object({
  /** Id of the pipeline. */
  id: idSchema,
  /** Newest runs that are summed up. */
  runs: wholeNumberText({ min: 1, max: MAX_FIGURE_RUNS }).default(MAX_FIGURE_RUNS),
});

const duration = z.number().nullable();

const totalsSchema = z.object({
  /** Completed and failed runs. */
  ended: z.int(),
  failed: z.int(),
  /** Completed of completed and failed runs, from 0 to 1; null without any. */
  successRate: z.number().nullable(),
  /** Durations of completed runs. */
  p50Ms: duration,
  p95Ms: duration,
  /** Runs in which a step had more than one attempt. */
  retried: z.int(),
});

const versionTotalsSchema = totalsSchema.extend({
  version: z.int(),
  /** The next older version with runs; null for the oldest one. */
  previous: z.int().nullable(),
  /** Why it is worse than the previous version. */
  worse: z.array(z.enum(WORSENING)),
});

const stepTotalsSchema = z.object({
  step: z.string(),
  /** Runs that executed it. */
  executed: z.int(),
  failed: z.int(),
  retried: z.int(),
  p50Ms: duration,
  p95Ms: duration,
});

export type StepTotalsRecord = z.infer<typeof stepTotalsSchema>;

const failureGroupSchema = z.object({
  /** Null when no step failed the run. */
  step: z.string().nullable(),
  /** The message without numbers, times, ids and quoted values. */
  pattern: z.string(),
  /** The newest message. */
  example: z.string(),
  count: z.int(),
  /** The newest runs, newest first. */
  runs: z.array(z.object({ id: z.string(), number: z.int() })),
});

/** What the newest runs of a pipeline have in common. */
export const historyFiguresSchema = z.object({
  /** How many runs are summed up, and the creation of the oldest one; null without runs. */
  runs: z.int(),
  since: z.iso.datetime().nullable(),
  total: totalsSchema,
  /** Oldest first, in UTC. */
  days: z.array(totalsSchema.extend({ day: z.string() })),
  /** Newest first. */
  versions: z.array(versionTotalsSchema),
  /** Steps of the newest version in document order, then steps that only older versions have. */
  steps: z.array(stepTotalsSchema),
  /** The largest group first. */
  failures: z.array(failureGroupSchema),
});
export type HistoryFigures = z.infer<typeof historyFiguresSchema>;
