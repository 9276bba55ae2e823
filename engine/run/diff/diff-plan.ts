import { planWithInputs } from '../rerun/plan-rerun';
import type { RerunOptions } from '../rerun/rerun-options';
import type { PlannedStep, RerunPlan } from '../rerun/rerun-plan';
import type { Sameness } from './causes';
import { diffJson, type JsonDiff } from './diff-json';
import { definitionSameness } from './diff-steps';
import type { PlannedInput } from './planned-inputs';

/** A step of a run and of a plan. */
export interface PlannedStepDiff {
  readonly planned: PlannedStep;
  readonly definition: Sameness;
  /** Of a step that executes, or may: inputs that differ first. Empty for others, which keep theirs. */
  readonly inputs: readonly PlannedInput[];
}

/** What a re-run would do differently from the run that it repeats. */
export interface PlanDiff {
  readonly plan: RerunPlan;
  readonly params: JsonDiff;
  /** In topological order. */
  readonly steps: readonly PlannedStepDiff[];
}

/**
 * Compares a run with the plan of a re-run. Pure: nothing starts, and no secret is read.
 * @throws NotLoaded for a large value that a parameter or condition reads
 */
export function diffPlan(options: RerunOptions): PlanDiff {
  const { original, params, pipeline, next = pipeline } = options;
  const { plan, inputs } = planWithInputs(options);
  const [before, after] = [pipeline, next].map(({ steps }) => new Map(steps.map((step) => [step.id, step])));
  return {
    plan,
    params: diffJson({ ...original.params }, { ...params }),
    steps: plan.steps.map((planned) => ({
      planned,
      definition: definitionSameness(before?.get(planned.step), after?.get(planned.step)),
      inputs: inputs.get(planned.step) ?? [],
    })),
  };
}
