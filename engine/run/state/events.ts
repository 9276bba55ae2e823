import { z } from 'zod';
import { LOG_LEVELS } from '../../action-context';
import { failureSchema } from '../../errors';
import { json } from '../../json';
import { debugSettingsSchema } from '../debug/breakpoint';
import { attempt, command, payloadSchema, unit } from './event-fields';
import { breakpointsSet, pauseAnswered, stepPaused } from './pause-events';
import { GIVEN_SOURCES, rerunSchema } from './rerun-request';
import { runTraceSchema } from './run-trace';
import { runWarningsSchema } from './run-warnings';

/** A value in the journal. */
export type Payload = z.infer<typeof payloadSchema>;

/** Why a step did not run. docs/rules.md, section 3. */
export const SKIP_REASONS = [
  'condition_false',
  'branch_not_taken',
  'upstream_skipped',
  'upstream_failed',
  'pipeline_failed',
  'run_cancelled',
  'disabled',
  'not_selected',
  'skipped_by_person',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * What a step waits for. `timer`: its own timer or its next check; `unknown_effect`: a person's answer about an
 * interrupted attempt.
 */
export const WAIT_REASONS = ['timer', 'unknown_effect'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Why a run is paused: a person requested it, or too many workers died while they executed it. */
export const PAUSE_REASONS = ['requested', 'crashes'] as const;

/** How a step ended, for the steps that may read it. */
const outcomeSchema = z.object({
  status: z.enum(['completed', 'failed', 'skipped', 'cancelled']),
  output: payloadSchema.optional(),
  error: failureSchema.optional(),
});

/** A chunk of a loop, executed by a run of its own, with everything that it reads from the parent run. */
export const chunkSchema = z.object({
  /** The parent run. */
  of: z.string(),
  step: z.string(),
  /** The action that iterates. */
  by: z.string(),
  /** When the attempt of the step began to which the chunk belongs. */
  started_at: z.iso.datetime(),
  /** Number of its first iteration. */
  first: z.int().min(0),
  /** Iterations of the whole loop. */
  total: z.int().min(1),
  /** A list. */
  items: payloadSchema,
  action: z.string(),
  /** As written: rendered for each item. */
  params: z.record(z.string(), json()),
  parallel: z.int().min(1),
  stop_on_failure: z.boolean(),
  /** Steps that the loop runs after, in document order. */
  upstream: z.array(z.string()),
  /** How they ended. */
  outcomes: z.record(z.string(), outcomeSchema),
  signals: z.record(z.string(), payloadSchema),
});
export type Chunk = z.infer<typeof chunkSchema>;

const branchSchema = z.object({ taken: z.string(), not_taken: z.array(z.string()) });

/** The last attempt of a unit in the run that executed it. */
const pastAttemptSchema = z.object({
  attempt: z.int().min(1),
  action: z.string(),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  inputs: payloadSchema,
  release: z.int().min(2).optional(),
});

const bodies = [
  z.object({
    type: z.literal('run_created'),
    run_id: z.string(),
    pipeline_id: z.string(),
    version: z.int(),
    params: z.record(z.string(), json()),
    parent_run_id: z.string().optional(),
    rerun: rerunSchema.optional(),
    chunk: chunkSchema.optional(),
    trace: runTraceSchema.optional(),
    /** Breakpoints of the run; absent when it is not debugged. */
    debug: debugSettingsSchema.optional(),
  }),
  z.object({ type: z.literal('run_started') }),
  z.object({
    type: z.literal('step_started'),
    ...attempt,
    action: z.string(),
    /** Release of the action; absent for its first. */
    release: z.int().min(2).optional(),
    /** Resolved parameters, secrets masked. */
    inputs: payloadSchema,
  }),
  z.object({ type: z.literal('step_logged'), ...attempt, level: z.enum(LOG_LEVELS), message: z.string() }),
  z.object({
    type: z.literal('step_waiting'),
    ...attempt,
    reason: z.enum(WAIT_REASONS),
    until: z.iso.datetime().optional(),
    note: z.string().optional(),
    /** Only in a compacted journal: the number of consecutive waits that it stands for. */
    times: z.int().min(2).optional(),
  }),
  z.object({
    type: z.literal('iterations_planned'),
    ...attempt,
    items: z.array(payloadSchema),
    /** Index of the iteration that the first item belongs to: only in a try of one iteration. */
    first: z.int().min(0).optional(),
    /** Items of the whole list: only in a try of one iteration. */
    total: z.int().min(1).optional(),
    /** The name by which an iteration reads its item, when `item` and `index` are those of an outer loop. */
    as: z.string().optional(),
    action: z.string(),
    /** As written: rendered for each item. */
    params: z.record(z.string(), json()),
    parallel: z.int().min(1),
    stop_on_failure: z.boolean(),
  }),
  /** As `iterations_planned`, for a list so long that its chunks are runs of their own. */
  z.object({
    type: z.literal('chunks_planned'),
    ...attempt,
    /** The lists of the chunks, in order. */
    items: z.array(payloadSchema),
    /** Iterations of the whole loop. */
    total: z.int().min(1),
    /** Iterations of each chunk but the last. */
    size: z.int().min(1),
    action: z.string(),
    params: z.record(z.string(), json()),
    parallel: z.int().min(1),
    stop_on_failure: z.boolean(),
  }),
  z.object({
    type: z.literal('chunk_ended'),
    ...attempt,
    /** Index of the chunk, from 0. */
    chunk: z.int().min(0),
    status: z.enum(['completed', 'failed', 'cancelled']),
    /** Numbers of its iterations that completed and that did not. */
    completed: z.int().min(0),
    failed: z.int().min(0),
    /** When the chunk completed: the output of each iteration, null where it failed, and the failures. */
    results: payloadSchema.optional(),
    errors: payloadSchema.optional(),
    /** Why a chunk failed, as the step reports it. */
    error: failureSchema.optional(),
    /** The failure of an iteration that ends the pipeline. */
    ending: failureSchema.optional(),
  }),
  /** A chunk begins to wait only for a person, or no longer does. */
  z.object({
    type: z.literal('chunk_waiting'),
    ...attempt,
    /** Index of the chunk, from 0. */
    chunk: z.int().min(0),
    waits: z.boolean(),
  }),
  stepPaused,
  pauseAnswered,
  z.object({
    type: z.literal('step_retrying'),
    ...attempt,
    error: failureSchema,
    retry_at: z.iso.datetime(),
  }),
  z.object({
    type: z.literal('step_completed'),
    ...attempt,
    output: payloadSchema,
    branch: branchSchema.optional(),
    /** A problem of a completed attempt: the service answered with an error status. */
    warning: failureSchema.optional(),
  }),
  z.object({
    type: z.literal('step_failed'),
    ...attempt,
    error: failureSchema,
    /** `on_failure: continue`: dependents run and the run is not failed by it. */
    tolerated: z.boolean().optional(),
    /** The `fail` action: the pipeline ends here. */
    ends_run: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('step_skipped'),
    step: z.string(),
    reason: z.enum(SKIP_REASONS),
    /** The condition with values in place of names, or the id of the step that caused it. */
    detail: z.string().optional(),
  }),
  /**
   * The result of a unit is taken over from an earlier run; the unit is not executed. That of an iteration applies once
   * the loop has planned its iterations.
   */
  z.object({
    type: z.literal('step_reused'),
    ...unit,
    /** The run that executed it. */
    from_run: z.string(),
    past: pastAttemptSchema,
    result: z.discriminatedUnion('status', [
      z.object({
        status: z.literal('completed'),
        output: payloadSchema,
        branch: branchSchema.optional(),
        warning: failureSchema.optional(),
      }),
      z.object({
        status: z.literal('failed'),
        error: failureSchema,
        tolerated: z.boolean().optional(),
      }),
    ]),
    /** What failed inside it without failing it. */
    inside: z
      .object({ failed_iterations: z.int(), iterations: z.int(), error_responses: z.int() })
      .optional(),
    /** The outputs of the run that the step set. */
    set: z.record(z.string(), payloadSchema).optional(),
  }),
  /** The output of a unit that is not executed: a pinned one, or one that a person typed. */
  z.object({
    type: z.literal('step_given'),
    ...unit,
    source: z.enum(GIVEN_SOURCES),
    output: payloadSchema,
    branch: branchSchema.optional(),
  }),
  z.object({
    type: z.literal('step_cancelled'),
    ...unit,
    attempt: z.int().min(1).optional(),
    reason: z.string(),
  }),
  /** The process died while this attempt was in flight. */
  z.object({ type: z.literal('attempt_interrupted'), ...attempt }),
  z.object({ type: z.literal('output_set'), step: z.string(), key: z.string(), value: payloadSchema }),
  z.object({
    type: z.literal('cancel_requested'),
    /** Why, unless a person requested it: a sentence. */
    detail: z.string().optional(),
  }),
  /** Nothing more starts until `run_resumed`; attempts in flight end and are recorded. */
  z.object({
    type: z.literal('run_paused'),
    reason: z.enum(PAUSE_REASONS),
    detail: z.string().optional(),
    ...command,
  }),
  z.object({ type: z.literal('run_resumed'), ...command }),
  /** A value from outside, which conditions read as `signals.<name>`; a later one of the same name replaces it. */
  z.object({ type: z.literal('signal_received'), name: z.string(), value: payloadSchema, ...command }),
  breakpointsSet,
  z.object({
    type: z.literal('run_completed'),
    outputs: z.record(z.string(), payloadSchema),
    /** What failed or was skipped without failing the run. */
    warnings: runWarningsSchema.optional(),
  }),
  z.object({
    type: z.literal('run_failed'),
    error: failureSchema,
    step: z.string().optional(),
    outputs: z.record(z.string(), payloadSchema),
  }),
  z.object({ type: z.literal('run_cancelled'), outputs: z.record(z.string(), payloadSchema) }),
] as const;

/** An event without its number and instant. */
export const runEventBodySchema = z.discriminatedUnion('type', [...bodies]);
export type RunEventBody = z.infer<typeof runEventBodySchema>;

/** One event of the journal. `seq` counts from 1 within a run without gaps; `at` is ISO 8601 UTC. */
export const runEventSchema = z.object({ seq: z.int().min(1), at: z.iso.datetime() }).and(runEventBodySchema);
export type RunEvent = RunEventBody & { readonly seq: number; readonly at: string };
