import { type Failure, toFailure } from '../../errors';
import { ExpressionError, parseExpression, type Scope, substitute, test } from '../../expression';
import type { Graph, GraphStep } from '../../pipeline/graph';
import type { SkipReason } from '../state/events';
import { isTerminal, PENDING_UNIT } from '../state/fold';
import { NotLoaded } from '../state/payload';
import type { RunState, UnitState } from '../state/state';

/** Largest number of step ids that a reason names. */
const MAX_LISTED = 10;

export type StepDecision =
  | { readonly do: 'wait' }
  | { readonly do: 'start' }
  | { readonly do: 'skip'; readonly reason: SkipReason; readonly detail?: string }
  | { readonly do: 'fail'; readonly error: Failure };

/**
 * Decides about one step that has not started, by the order, join, handler and branch rules. Pure. docs/rules.md,
 * section 3.
 * @param scope the names that the step's condition may read
 * @throws NotLoaded
 */
export function judge(graph: Graph, state: RunState, id: string, scope: Scope): StepDecision {
  const node = graph.steps.get(id);
  if (!node) return { do: 'wait' };
  if (state.cancelRequested) return { do: 'skip', reason: 'run_cancelled' };
  if (state.ending && node.handles.size === 0) {
    return { do: 'skip', reason: 'pipeline_failed', detail: state.ending.step };
  }
  const unit = (other: string): UnitState => state.steps.get(other) ?? PENDING_UNIT;
  if (node.upstream.some((other) => !isTerminal(unit(other).status))) return { do: 'wait' };
  if (node.step.disabled) return { do: 'skip', reason: 'disabled' };
  return (isTried(state, id) ? undefined : join(node, unit)) ?? judgeCondition(node, scope);
}

/** Whether a person tries this step alone, or from it: the steps before it do not decide. docs/rules.md, section 9.1. */
function isTried({ rerun }: RunState, id: string): boolean {
  return rerun?.is_try === true && rerun.scope !== 'up_to' && rerun.step === id;
}

/** The join rule. Steps that the condition itself reads do not count. docs/rules.md, section 3.4, section 3.5. */
function join(node: GraphStep, unit: (id: string) => UnitState): StepDecision | undefined {
  const ordinary = node.upstream.filter((id) => !node.handles.has(id));
  const failed = ordinary.find((id) => hasFailed(unit(id)));
  if (failed !== undefined) return { do: 'skip', reason: 'upstream_failed', detail: failed };
  const untaken = branchNotTaken(node, unit);
  if (untaken) return untaken;
  if (ordinary.length > 0 && !ordinary.some((id) => hasSucceeded(unit(id)))) {
    return { do: 'skip', reason: 'upstream_skipped', detail: listed(ordinary) };
  }
  return undefined;
}

function branchNotTaken(node: GraphStep, unit: (id: string) => UnitState): StepDecision | undefined {
  if (node.branches.length === 0) return undefined;
  if (node.branches.some(({ from }) => leadsTo(unit(from), node.id))) return undefined;
  const decided = node.branches.find(({ from }) => unit(from).status !== 'skipped');
  if (!decided) {
    return {
      do: 'skip',
      reason: 'upstream_skipped',
      detail: listed(node.branches.map(({ from }) => from)),
    };
  }
  return { do: 'skip', reason: 'branch_not_taken', detail: `${decided.from}: ${decided.branch}` };
}

/** Whether a branch to this step was taken: the step is not a target of the branches that were not. */
function leadsTo({ branch }: UnitState, id: string): boolean {
  return branch !== undefined && !branch.notTaken.includes(id);
}

/** The first few step ids, for people. */
function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, MAX_LISTED).join(', ');
  return ids.length > MAX_LISTED ? `${shown} and ${ids.length - MAX_LISTED} more` : shown;
}

function judgeCondition(node: GraphStep, scope: Scope): StepDecision {
  const { condition } = node.step;
  if (condition === undefined) return { do: 'start' };
  try {
    const expression = parseExpression(condition);
    if (test(expression, scope)) return { do: 'start' };
    return { do: 'skip', reason: 'condition_false', detail: substitute(expression, scope) };
  } catch (error) {
    if (error instanceof NotLoaded) throw error;
    const failure = toFailure(error);
    const kind = error instanceof ExpressionError ? 'expression_error' : failure.kind;
    return { do: 'fail', error: { ...failure, kind, path: 'condition' } };
  }
}

function hasFailed(unit: UnitState): boolean {
  return (unit.status === 'failed' && !unit.tolerated) || unit.status === 'cancelled';
}

function hasSucceeded(unit: UnitState): boolean {
  return unit.status === 'completed' || (unit.status === 'failed' && unit.tolerated);
}

/** The steps that have become ready, kept up to date event by event instead of looking at every step each time. */
export class Frontier {
  readonly #graph: Graph;
  readonly #left = new Map<string, number>();
  #ready: string[] = [];

  /** Counts from a state, after a takeover. Defines the result that the incremental count must equal. */
  constructor(graph: Graph, state: RunState) {
    this.#graph = graph;
    const ended = (id: string) => isTerminal(state.steps.get(id)?.status ?? 'pending');
    for (const id of graph.order) {
      const left = graph.steps.get(id)?.upstream.filter((other) => !ended(other)).length ?? 0;
      this.#left.set(id, left);
      if (left === 0 && (state.steps.get(id)?.status ?? 'pending') === 'pending') this.#ready.push(id);
    }
  }

  /** A step has ended. */
  ended(id: string): void {
    for (const other of this.#graph.steps.get(id)?.downstream ?? []) {
      const left = (this.#left.get(other) ?? 0) - 1;
      this.#left.set(other, left);
      if (left === 0) this.#ready.push(other);
    }
  }

  /** Ready steps, oldest first. They stay until taken. */
  get ready(): readonly string[] {
    return this.#ready;
  }

  /** Takes the oldest ready step. */
  take(): string | undefined {
    return this.#ready.shift();
  }
}
