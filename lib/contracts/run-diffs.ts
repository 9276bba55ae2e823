import { z } from 'zod';
import { DIVERGENCE_CAUSES, SAMENESS } from '@/engine/run/diff/causes';
import { RUN_STATUSES, STEP_STATUSES } from '@/engine/run/state/state';
import { iterationText } from './iterations';

const idSchema = z.string().min(1).max(100);

/** A value inside a difference; a large one only with its size. */
export const partSchema = z.union([z.object({ value: z.json() }), z.object({ bytes: z.int() })]);
export type DiffPart = z.infer<typeof partSchema>;

export const jsonDiffSchema = z.object({
  changes: z.array(
    z.object({
      kind: z.enum(['added', 'removed', 'changed']),
      /** Keys and positions. Of a removed part in the base run, of others in the run. */
      path: z.array(z.union([z.string(), z.int()])),
      base: partSchema.nullable(),
      run: partSchema.nullable(),
    }),
  ),
  /** Number of all differences: the list ends after 1000. */
  total: z.int(),
});
export type JsonDiffRecord = z.infer<typeof jsonDiffSchema>;

export const diffRunsInput = z.object({
  id: idSchema,
  /** The run that it is compared with. */
  base: idSchema,
});

/** Which values of a step are compared. */
export const DIFF_PARTS = ['inputs', 'output', 'definition'] as const;

export const diffStepInput = diffRunsInput.extend({
  step: z.string().min(1).max(100),
  part: z.enum(DIFF_PARTS),
});

/** The differences of one part of a step. */
export const stepPartDiffSchema = jsonDiffSchema.extend({
  /** Why the values were not compared, and what to do; null when they were. */
  problem: z.string().nullable(),
});

export const stepSideSchema = z.object({
  status: z.enum(STEP_STATUSES),
  durationMs: z.number().nullable(),
  attempts: z.int(),
  reused: z.boolean(),
});

export const stepDiffSchema = z.object({
  step: z.string(),
  /** Null when the run has no such step, or did not reach it. */
  base: stepSideSchema.nullable(),
  run: stepSideSchema.nullable(),
  definition: z.enum(SAMENESS),
  inputs: z.enum(SAMENESS),
  output: z.enum(SAMENESS),
  error: z.enum(SAMENESS),
  /** Iterations that ended differently, with the positions of the first 100. */
  iterations: z.object({ different: z.int(), first: z.array(z.int()) }).nullable(),
  /** Null for a step without a difference. */
  cause: z.enum(DIVERGENCE_CAUSES).nullable(),
  /** With cause `upstream`: the step where this difference began. */
  from: z.string().nullable(),
  /** The cause as a sentence. */
  text: z.string().nullable(),
});
export type StepDiffRecord = z.infer<typeof stepDiffSchema>;

export const runSideSchema = z.object({
  id: z.string(),
  number: z.int(),
  version: z.int(),
  status: z.enum(RUN_STATUSES),
  durationMs: z.number().nullable(),
});

/** What differs between a run and its base. */
export const runDiffSchema = z.object({
  base: runSideSchema,
  run: runSideSchema,
  params: jsonDiffSchema,
  /** Names of outputs of the run that differ. */
  outputs: z.array(z.object({ name: z.string(), kind: z.enum(['added', 'removed', 'changed']) })),
  /** In topological order of the run; steps that only the base has come last. */
  steps: z.array(stepDiffSchema),
  /** The first step that differs for a reason of its own. */
  first: z.string().nullable(),
});

export const sinceWorkedInput = z.object({
  id: idSchema,
  step: z.string().min(1).max(100),
  /** @default the step itself */
  iteration: iterationText.optional(),
});

const failureRecordSchema = z.object({ kind: z.string(), message: z.string(), code: z.string().nullable() });

/** How a step, or one iteration of it, was executed in one run, and what came back. */
const executionSchema = runSideSchema.extend({
  /** Indexes of the iteration from 0, outermost loop first; absent for the step itself. */
  iteration: z.array(z.int()).optional(),
  step: stepSideSchema.nullable(),
  error: failureRecordSchema.nullable(),
  /** Null without an output. */
  output: partSchema.nullable(),
});

/** A step, or one iteration of it, compared with the newest earlier run in which it completed. */
export const sinceWorkedSchema = z.object({
  step: z.string(),
  run: executionSchema,
  /**
   * Null when the step completed in no earlier run of the pipeline; nothing is compared then. Of an iteration: the newest
   * earlier run in which the iteration with its index and its item completed, or the nearest iteration of the same run that
   * completed.
   */
  worked: executionSchema.nullable(),
  /** How the written step differs. */
  definition: jsonDiffSchema,
  /** Resolved inputs, those that differ first. */
  inputs: z.array(
    z.object({
      name: z.string(),
      same: z.boolean(),
      /** What was tried; null when the attempt had no such parameter. */
      tried: partSchema.nullable(),
      /** In the run in which it worked. */
      worked: partSchema.nullable(),
    }),
  ),
  /** Why the inputs were not compared, and what to do; null when they were. */
  problem: z.string().nullable(),
});
export type SinceWorkedRecord = z.infer<typeof sinceWorkedSchema>;
export type RunDiffRecord = z.infer<typeof runDiffSchema>;
