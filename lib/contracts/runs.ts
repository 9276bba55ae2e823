import { z } from 'zod';
import { FAILURE_KINDS } from '@/engine/errors';
import { MAX_PRIORITY } from '@/engine/pipeline/schema';
import { runWarningsSchema } from '@/engine/run/state/run-warnings';
import { HOLD_REASONS, RUN_STATUSES } from '@/engine/run/state/state';
import { boundedJson, boundedParams } from './bounded-json';
import { runBreakpointsSchema } from './breakpoints';
import type { Answer } from './errors';
import type { SavedDraft } from './pipelines';
import { wholeNumber, wholeNumberText } from './whole-number';

/** How a run was started. */
export const TRIGGERS = ['manual', 'rerun', 'try', 'api', 'cli', 'schedule', 'webhook', 'pipeline'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Why a run failed. */
export const runErrorSchema = z.object({
  kind: z.enum(FAILURE_KINDS),
  message: z.string(),
  code: z.string().optional(),
  /** Path of the parameter that caused it. */
  path: z.string().optional(),
  /** What to do next. */
  advice: z.string(),
});

/** A run in a list. */
export const runSummarySchema = z.object({
  id: z.string(),
  /** Counts from 1 within its pipeline. */
  number: z.int(),
  pipelineId: z.string(),
  pipelineName: z.string(),
  /** The version of the pipeline that it runs; a later edit never changes it. */
  version: z.int(),
  status: z.enum(RUN_STATUSES),
  /** Why the run starts nothing: a person paused it, or its workers died repeatedly; null otherwise. */
  hold: z.enum(HOLD_REASONS).nullable(),
  /** Present when it waits only for decisions at breakpoints. */
  atBreakpoint: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** From start to finish; null while it has not finished. */
  durationMs: z.number().nullable(),
  trigger: z.enum(TRIGGERS),
  /** The trigger and its name; null without a trigger, or when it was deleted. */
  triggerId: z.string().nullable(),
  triggerName: z.string().nullable(),
  /** The run it repeats. */
  parentRunId: z.string().nullable(),
  parentNumber: z.int().nullable(),
  error: runErrorSchema.nullable(),
  /** The step that failed the run. */
  failedStep: z.string().nullable(),
  /** The first re-run of a failed run that completed; null without one. */
  fixedBy: z.object({ id: z.string(), number: z.int() }).nullable(),
  /** What failed or was skipped in a completed run without failing it; null without any. */
  warnings: runWarningsSchema.nullable(),
  /** Whether it is exempt from retention. */
  pinned: z.boolean(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

/** A run with its params and its definition. */
export const runDetailSchema = runSummarySchema.extend({
  params: z.record(z.string(), z.json()),
  /** Canonical text of the pinned version. */
  documentText: z.string(),
  /** Sequence number of the newest event. */
  lastSeq: z.int(),
  /** Whether its cancellation was requested, also after its end. */
  cancelRequested: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

/** A page of runs, newest first. */
export const runPageSchema = z.object({
  runs: z.array(runSummarySchema),
  /** Pass as `before` for the next page; null on the last one. */
  next: z.string().nullable(),
});
export type RunPage = z.infer<typeof runPageSchema>;

/** Longest text of a search, in characters. */
export const MAX_SEARCH = 1000;

const idSchema = z.string().min(1).max(100);
const prioritySchema = z.int().min(0).max(MAX_PRIORITY);
/** As in the `Idempotency-Key` header: visible ASCII, so that no two spellings are one key. */
const idempotencyKeySchema = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[\x20-\x7e]*$/, 'must consist of visible ASCII characters');

/** As in the headers of a request. Invalid ones are ignored. W3C Trace Context. */
const sentTrace = {
  traceparent: z.string().optional(),
  tracestate: z.string().optional(),
};

export const startRunInput = z.strictObject({
  pipelineId: idSchema,
  /** @default the draft, which first becomes a version when it differs from the newest one */
  version: wholeNumber({ min: 1 }).optional(),
  /** Starts the draft only while this is its revision; refused with `conflict` otherwise. */
  revision: wholeNumber({ min: 1 }).optional(),
  params: boundedParams().default({}),
  /** Queued runs with a higher priority start first. @default `settings.priority` of the pipeline */
  priority: prioritySchema.optional(),
  /** The caller's key for this run: starting it again under the same key returns the existing run. */
  idempotencyKey: idempotencyKeySchema.optional(),
  /** The run pauses at the breakpoints of the pipeline, or at these. @default it pauses at none */
  breakpoints: runBreakpointsSchema.optional(),
  /** The trace that the run continues. */
  ...sentTrace,
});
export type StartRunInput = z.input<typeof startRunInput>;

/** A start of the draft that is saved in the same request. */
export type DraftStartInput = Pick<StartRunInput, 'params' | 'idempotencyKey'>;

export const runIdInput = z.strictObject({ id: idSchema });

export const pinRunInput = z.strictObject({ id: idSchema, pinned: z.boolean() });
export type PinRunInput = z.input<typeof pinRunInput>;

/** Answers of a person about an attempt whose effect is unknown. docs/rules.md, section 8. */
export const INTERRUPT_ANSWERS = ['happened', 'retry', 'fail'] as const;
export type InterruptAnswer = (typeof INTERRUPT_ANSWERS)[number];

export const resolveInterruptedInput = z.strictObject({
  runId: idSchema,
  step: z.string().min(1).max(200),
  iteration: z.array(wholeNumber({ min: 0 })).optional(),
  answer: z.enum(INTERRUPT_ANSWERS),
});
export type ResolveInterruptedInput = z.input<typeof resolveInterruptedInput>;

/** Names that an expression can read after `signals.` */
const signalNameSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a name of letters, digits and _, not beginning with a digit');

export const signalInput = z.strictObject({
  id: idSchema,
  name: signalNameSchema,
  value: boundedJson({ bytes: Number.POSITIVE_INFINITY }),
  /** The sender's key for this signal: under the same key it is applied once. */
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type SignalInput = z.input<typeof signalInput>;

/** Filters of runs by status. A run with a hold counts only as `paused` or `quarantined`, one that waits only at breakpoints as `paused`. */
export const RUN_FILTERS = [...RUN_STATUSES, ...HOLD_REASONS] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

export const listRunsInput = z.object({
  pipeline: idSchema.optional(),
  status: z.enum(RUN_FILTERS).optional(),
  /** Only pinned runs. @default all */
  kept: z.union([z.boolean(), z.stringbool()]).default(false),
  /** Filters and words: `status:failed param.model:llama "timed out"`. See docs/run-search.md. */
  search: z.string().max(MAX_SEARCH).optional(),
  /** Id of the last run of the previous page. */
  before: idSchema.optional(),
  limit: wholeNumberText({ min: 1, max: 200 }).default(50),
});

/** Limit of counts: larger numbers are not useful, and counting them would read every run. */
export const MOST_COUNTED = 1000;

/** Number of runs by status, up to `MOST_COUNTED`; a count of one more means "more". */
export const runCountsSchema = z.record(z.enum(RUN_FILTERS), z.int());
export type RunCounts = z.infer<typeof runCountsSchema>;

export const countRunsInput = z.object({
  pipeline: idSchema.optional(),
  kept: z.union([z.boolean(), z.stringbool()]).default(false),
});

/** A requested run; `existing` when an earlier request with the same idempotency key started it. */
export const startedRunSchema = z.object({
  id: z.string(),
  number: z.int(),
  /** The version of the run: the requested one, or that of the draft. */
  version: z.int(),
  existing: z.literal(true).optional(),
});
export type StartedRun = z.infer<typeof startedRunSchema>;

/** A run that a page started, with its record, so that the page shows it without another request. */
export interface StartedRunRecord extends StartedRun {
  readonly detail: RunDetail;
}

/**
 * A run was created or found. Refused with `invalid` when the pipeline or the params have problems (`details` is then a
 * `Diagnostic[]`); with `conflict` when the key belongs to a run with other params; with `queue_full` when too many
 * runs wait; with `storage_full` when too little space is free.
 */
export type StartResult = Answer<StartedRunRecord>;

/** The draft was saved, and its run was started or refused. A refused draft starts nothing. */
export type StartDraftResult = Answer<{ readonly saved: SavedDraft; readonly started: StartResult }>;
