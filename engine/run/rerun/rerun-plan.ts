import type { Failure } from '../../errors';
import type { SkipReason } from '../state/events';
import type { UnitState } from '../state/state';
import type { LedgerEntry } from './ledger';

/** What a re-run does with a step. `unknown`: whether it executes depends on steps that execute before it. */
export const RERUN_DECISIONS = ['reuse', 'execute', 'skip', 'unknown'] as const;
export type RerunDecision = (typeof RERUN_DECISIONS)[number];

/** Why a re-run executes a step, or why it cannot be certain. */
export const RERUN_REASONS = [
  'unchanged',
  'kept',
  'everything',
  'selected',
  'failed',
  'failed_iterations',
  'not_run',
  'changed',
  'new_step',
  'new_release',
  'expired',
  'after',
  'depends',
  'pinned',
  'entered',
  'edited',
  'skipped',
] as const;
export type RerunReason = (typeof RERUN_REASONS)[number];

/** Iterations of a loop that executes, where some are reused. */
export interface PlannedIterations {
  readonly total: number;
  readonly reused: readonly number[];
}

/** One step of a plan. */
export interface PlannedStep {
  readonly step: string;
  readonly do: RerunDecision;
  readonly reason: RerunReason;
  /** The step that caused it, or the detail of a skip. */
  readonly detail?: string;
  /** Why it is skipped. */
  readonly skip?: SkipReason;
  /** Whether the choice leaves it out. */
  readonly isKept?: boolean;
  /** The failure that it keeps. */
  readonly failure?: Failure;
  readonly iterations?: PlannedIterations;
  /** How it ends, with an output that is neither executed nor taken over. */
  readonly given?: UnitState;
}

/** What a re-run will do, before it starts. */
export interface RerunPlan {
  /** In topological order. */
  readonly steps: readonly PlannedStep[];
  /** Side effects that the re-run performs. */
  readonly ledger: readonly LedgerEntry[];
  /** Of a try: references that steps to execute read and that have no value, in the order of the steps. */
  readonly missing: readonly string[];
  /** Why the re-run cannot start, as a sentence. */
  readonly problem?: string;
}

/** Why a step is in a plan as it is, as a sentence. @param run the run that it repeats: `#128` */
export function rerunReasonText(
  { do: what, reason, detail, skip, failure }: PlannedStep,
  run: string,
): string {
  switch (reason) {
    case 'unchanged':
      return `Reuses the output from ${run}.`;
    case 'kept':
      return failure ? `Keeps its failure from ${run}.` : `Keeps its output from ${run}.`;
    case 'everything':
      return 'Executes again.';
    case 'selected':
      return 'Selected.';
    case 'failed':
      return `Failed in ${run}.`;
    case 'failed_iterations':
      return `Has failed iterations in ${run}.`;
    case 'not_run':
      return `Did not run in ${run}.`;
    case 'changed':
      return `Its inputs differ from ${run}.`;
    case 'new_step':
      return `Is not in the definition of ${run}.`;
    case 'new_release':
      return `Its action has a newer release than in ${run}.`;
    case 'expired':
      return `A file of its output in ${run} has expired.`;
    case 'after':
      return `Runs after ${detail ?? 'a step that executes'}.`;
    case 'depends':
      return `Depends on ${detail ?? 'steps that execute'}.`;
    case 'pinned':
      return 'Uses the pinned output.';
    case 'entered':
      return 'Uses the entered output.';
    case 'edited':
      return what === 'reuse'
        ? `Keeps its output from ${run}, where a person edited its inputs.`
        : `A person changed this step in ${run}, during a pause.`;
    case 'skipped':
      return skipText(skip, detail, run);
  }
}

function skipText(skip: SkipReason | undefined, detail: string | undefined, run: string): string {
  const by = detail === undefined ? '' : `: ${detail}`;
  switch (skip) {
    case 'condition_false':
      return `Its condition is false${by}.`;
    case 'branch_not_taken':
      return `Its branch is not taken${by}.`;
    case 'upstream_failed':
      return `Skipped, because ${detail ?? 'a step before it'} failed.`;
    case 'upstream_skipped':
      return `Skipped, because ${detail ?? 'all steps before it'} did not run.`;
    case 'disabled':
      return 'The step is disabled.';
    default:
      return `Not selected, and without an output in ${run}.`;
  }
}
