import type { Descriptors } from '../../catalogue';
import { ownProperty } from '../../json';
import { buildGraph, type Graph } from '../../pipeline/graph';
import type { Pipeline } from '../../pipeline/schema';
import { withInputs } from '../rerun/inputs';
import type { RunState } from '../state/state';
import type { DivergenceCause } from './causes';
import { diffJson, type JsonChange, type JsonDiff } from './diff-json';
import { equalPayloads, type StepFacts, stepFacts } from './diff-steps';
import { readsChangedParams } from './reads-changed-params';

/** One step of two runs. */
export interface StepDiff extends StepFacts {
  readonly step: string;
  /** Undefined for a step without a difference. */
  readonly cause: DivergenceCause | undefined;
  /** With cause `upstream`: the step where this difference began. */
  readonly from: string | undefined;
}

/** A run to compare, with the definition that it executed. */
export interface ComparedRun {
  readonly state: RunState;
  readonly pipeline: Pipeline;
}

/** An output of a run that only one of two runs has, or that differs. */
export interface OutputDiff {
  readonly name: string;
  readonly kind: JsonChange['kind'];
}

/** What differs between two runs. */
export interface RunDiff {
  readonly params: JsonDiff;
  /** Outputs of the run that differ. */
  readonly outputs: readonly OutputDiff[];
  /** In topological order of the right run; steps that only the left run has come last. */
  readonly steps: readonly StepDiff[];
  /** The first step that differs for a reason of its own. */
  readonly first: StepDiff | undefined;
}

/** Compares two runs. Pure: large values are compared by their hashes and not read. */
export function diffRuns(left: ComparedRun, right: ComparedRun, descriptors: Descriptors): RunDiff {
  const comparison = new Comparison(left, right, descriptors);
  const params = diffJson({ ...left.state.params }, { ...right.state.params });
  const steps = comparison.order.map((id) => comparison.compare(id));
  const outputs = outputDiffs(left.state.outputs, right.state.outputs);
  return {
    params,
    outputs,
    steps,
    first: steps.find(({ cause }) => cause !== undefined && cause !== 'upstream'),
  };
}

function outputDiffs(left: RunState['outputs'], right: RunState['outputs']): OutputDiff[] {
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => {
    const [before, after] = [ownProperty(left, name), ownProperty(right, name)];
    if (before === undefined) return { name, kind: 'added' as const };
    if (after === undefined) return { name, kind: 'removed' as const };
    return equalPayloads(before, after) ? [] : { name, kind: 'changed' as const };
  });
}

class Comparison {
  /** Every step of either run. */
  readonly order: readonly string[];
  readonly #left: ComparedRun;
  readonly #right: ComparedRun;
  readonly #graphs: { readonly left: Graph; readonly right: Graph };
  /** Where the difference of each step began. */
  readonly #roots = new Map<string, string>();
  readonly #descriptors: Descriptors;

  constructor(left: ComparedRun, right: ComparedRun, descriptors: Descriptors) {
    this.#left = left;
    this.#right = right;
    this.#descriptors = descriptors;
    const graphOf = ({ state, pipeline }: ComparedRun) =>
      buildGraph(withInputs(pipeline, state.rerun?.inputs), descriptors);
    this.#graphs = { left: graphOf(left), right: graphOf(right) };
    const { order, steps } = this.#graphs.right;
    this.order = [...order, ...this.#graphs.left.order.filter((id) => !steps.has(id))];
  }

  compare(id: string): StepDiff {
    const facts = stepFacts(
      { step: this.#graphs.left.steps.get(id)?.step, unit: this.#left.state.steps.get(id) },
      { step: this.#graphs.right.steps.get(id)?.step, unit: this.#right.state.steps.get(id) },
    );
    const cause = this.#causeOf(id, facts);
    const from = cause === 'upstream' ? this.#rootBefore(id) : undefined;
    if (facts.endsDifferently && cause !== undefined) this.#roots.set(id, from ?? id);
    return { step: id, ...facts, cause, from };
  }

  #causeOf(id: string, facts: StepFacts): DivergenceCause | undefined {
    if (facts.definition === 'different') return 'definition';
    const { inputs, endsDifferently } = facts;
    if (inputs !== 'different' && !endsDifferently) return undefined;
    const isControl = this.#isControl(id);
    const isOwnInput = inputs !== 'same' || isControl || this.#isDecidedDifferently(facts);
    if (isOwnInput && this.#rootBefore(id) !== undefined) return 'upstream';
    if (isOwnInput && this.#readsChangedParams(id)) return 'params';
    // What the iterations of a loop called is outside; other steps of control flow call nothing.
    if (isControl && facts.iterations !== undefined && inputs === 'same') return 'outside';
    return isOwnInput ? 'inputs' : 'outside';
  }

  /** Steps of control flow record their texts as inputs: the values that these read decide how they end. */
  #isControl(id: string): boolean {
    return this.#graphs.right.steps.get(id)?.descriptor?.kind === 'control';
  }

  /** Whether one run executed the step and the other did not: its condition or the steps before it decide that. */
  #isDecidedDifferently({ left, right }: StepFacts): boolean {
    const executed = (side: StepFacts['left']) => side !== undefined && (side.attempts > 0 || side.reused);
    return executed(left) !== executed(right);
  }

  #rootBefore(id: string): string | undefined {
    const { left, right } = this.#graphs;
    const before = [...(right.steps.get(id)?.upstream ?? []), ...(left.steps.get(id)?.upstream ?? [])];
    for (const each of before) {
      const root = this.#roots.get(each);
      if (root !== undefined) return root;
    }
    return this.#rootOfEnd(id);
  }

  /** For a step that was not started because its run had ended: where the difference began that ended it. */
  #rootOfEnd(id: string): string | undefined {
    for (const { state } of [this.#right, this.#left]) {
      const isStopped = state.steps.get(id)?.skip?.reason === 'pipeline_failed';
      const { failedStep } = state;
      if (isStopped && failedStep !== undefined) return this.#roots.get(failedStep);
    }
    return undefined;
  }

  #readsChangedParams(id: string): boolean {
    const step = this.#graphs.right.steps.get(id)?.step;
    if (!step) return false;
    return readsChangedParams(step, this.#descriptors, this.#left.state.params, this.#right.state.params);
  }
}
