import { z } from 'zod';
import { MAX_PARAMS_BYTES } from '@/engine/json-limits';
import { PLANNED_SAMENESS, SAMENESS } from '@/engine/run/diff/causes';
import { RERUN_DECISIONS, RERUN_REASONS } from '@/engine/run/rerun/rerun-plan';
import { SKIP_REASONS } from '@/engine/run/state/events';
import { RERUN_SCOPES, type RerunScope } from '@/engine/run/state/rerun-request';
import { RUN_STATUSES } from '@/engine/run/state/state';
import { boundedJson, boundedParams } from './bounded-json';
import { runBreakpointsSchema } from './breakpoints';
import { jsonDiffSchema, partSchema } from './run-diffs';

const idSchema = z.string().min(1).max(100);
const stepSchema = z.string().min(1).max(100);

/** Which steps of a run are executed again. docs/rules.md, section 9. */
export const planRerunInput = z.strictObject({
  id: idSchema,
  scope: z.enum(RERUN_SCOPES).default('everything'),
  /** The step of `from`, `only` and `up_to`. */
  step: stepSchema.optional(),
  /** The version that ran, or the pipeline as it is now. */
  definition: z.enum(['original', 'current']).default('original'),
  /** @default those of the repeated run */
  params: boundedParams().optional(),
  /** Parameters that replace written ones in this run, by step. */
  inputs: z.record(stepSchema, boundedParams()).optional(),
  /** Whether pinned outputs take the place of executions. */
  pins: z.boolean().default(false),
});
export type PlanRerunInput = z.input<typeof planRerunInput>;

/** A planned step beside the same step of the run. */
const planDiffStepSchema = z.object({
  step: z.string(),
  do: z.enum(RERUN_DECISIONS),
  /** Why, as a sentence. */
  text: z.string(),
  definition: z.enum(SAMENESS),
  /** Inputs of a step that executes, or may; those that differ first. */
  inputs: z.array(
    z.object({
      name: z.string(),
      /** `unknown`: only the re-run will know. */
      sameness: z.enum(PLANNED_SAMENESS),
      /** In the run; null without one. */
      run: partSchema.nullable(),
      planned: partSchema.nullable(),
    }),
  ),
});

/** What a re-run would do differently from the run that it repeats. */
export const planDiffSchema = z.object({
  /** Number of the run. */
  run: z.int(),
  params: jsonDiffSchema,
  steps: z.array(planDiffStepSchema),
});
export type PlanDiffRecord = z.infer<typeof planDiffSchema>;

export const rerunRunInput = planRerunInput.extend({
  /** Ids of the steps with a destructive effect that may execute. */
  confirmed: z.array(stepSchema).max(10_000).default([]),
  /** Starts only while this is the key of the plan; refused with `conflict` otherwise. */
  plan: z.string().max(100).optional(),
  /** The run pauses at the breakpoints of the pipeline, or at these. @default it pauses at none */
  breakpoints: runBreakpointsSchema.optional(),
});
export type RerunRunInput = z.input<typeof rerunRunInput>;

/** One step of the plan of a re-run. */
export const plannedStepSchema = z.object({
  step: z.string(),
  do: z.enum(RERUN_DECISIONS),
  reason: z.enum(RERUN_REASONS),
  /** The reason as a sentence. */
  text: z.string(),
  skip: z.enum(SKIP_REASONS).nullable(),
  /** Iterations of a loop that executes, where some are reused. */
  iterations: z.object({ total: z.int(), reused: z.int() }).nullable(),
});
export type PlannedStepRecord = z.infer<typeof plannedStepSchema>;

/** Side effects of one step of a re-run. */
export const ledgerEntrySchema = z.object({
  step: z.string(),
  effect: z.enum(['write', 'destructive']),
  /** `1 POST to api.example.org`. */
  text: z.string(),
  /** Number of executions; null when only the re-run will know. */
  count: z.int().nullable(),
  /** Whether the repeated run performed it too. */
  repeats: z.boolean(),
  /** Whether it may not happen: steps that execute before it decide. */
  uncertain: z.boolean(),
});
export type LedgerRecord = z.infer<typeof ledgerEntrySchema>;

/** What a planned run will do. */
const planSchema = z.object({
  steps: z.array(plannedStepSchema),
  ledger: z.array(ledgerEntrySchema),
  /** Why it cannot start, and what to do; null when it can. */
  problem: z.string().nullable(),
});
export type PlanRecord = z.infer<typeof planSchema>;

/** What a re-run will do. */
export const rerunPlanSchema = planSchema.extend({
  /** Number of the repeated run. */
  run: z.int(),
  /** The version that the re-run executes; null for a draft, which is saved as one first. */
  version: z.int().nullable(),
  /** Changes with the plan. */
  key: z.string(),
});
export type RerunPlanRecord = z.infer<typeof rerunPlanSchema>;

/** What a try executes of a pipeline as it is now. */
export const TRY_SCOPES = ['only', 'up_to', 'from'] as const satisfies readonly RerunScope[];
export type TryScope = (typeof TRY_SCOPES)[number];

/** A try of a step. docs/rules.md, section 9.1. */
export const planTryInput = z.strictObject({
  /** The pipeline. */
  id: idSchema,
  step: stepSchema,
  scope: z.enum(TRY_SCOPES).default('only'),
  /** Index of the only iteration of a loop to execute, from 0; with the scope `only`. */
  iteration: z.int().min(0).max(1_000_000).optional(),
  /** The run whose results are used; null for none. @default the newest run of the pipeline */
  valuesFrom: idSchema.nullable().optional(),
  /** Whether pinned outputs take the place of executions. */
  pins: z.boolean().default(true),
  /** Values by reference, such as `steps.fetch.output.items` or `params.limit`; they replace those of the run. */
  values: z.record(z.string().min(1).max(1000), boundedJson({ bytes: MAX_PARAMS_BYTES })).default({}),
});
export type PlanTryInput = z.input<typeof planTryInput>;

export const startTryInput = planTryInput.extend({
  /** Ids of the steps with a destructive effect that may execute. */
  confirmed: z.array(stepSchema).max(10_000).default([]),
  /** Starts only while this is the key of the plan; refused with `conflict` otherwise. */
  plan: z.string().max(100).optional(),
  /** The run pauses at the breakpoints of the pipeline, or at these. @default it pauses at none */
  breakpoints: runBreakpointsSchema.optional(),
});
export type StartTryInput = z.input<typeof startTryInput>;

/** What a try will do. */
export const tryPlanSchema = planSchema.extend({
  /** Number of the run whose results are used; null without one. */
  run: z.int().nullable(),
  /** References that the steps to execute read and that have no value. */
  missing: z.array(z.string()),
  /** Changes with the plan. */
  key: z.string(),
});
export type TryPlanRecord = z.infer<typeof tryPlanSchema>;

/** A run of a family: an original and the re-runs that come from it. */
export const familyRunSchema = z.object({
  id: z.string(),
  number: z.int(),
  version: z.int(),
  status: z.enum(RUN_STATUSES),
  /** The run that it repeats; null for the first. */
  parentRunId: z.string().nullable(),
  scope: z.enum(RERUN_SCOPES).nullable(),
  /** The step of `from`, `only` and `up_to`. */
  step: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type FamilyRun = z.infer<typeof familyRunSchema>;

/** Oldest first. */
export const runFamilySchema = z.object({ runs: z.array(familyRunSchema) });
export type RunFamily = z.infer<typeof runFamilySchema>;
