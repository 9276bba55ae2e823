import { readBranches } from '../../branches';
import { ExpressionError, parseExpression, references } from '../../expression';
import type { Graph, GraphStep } from '../../pipeline/graph';
import type { SkipReason } from '../state/events';
import { isTerminal } from '../state/fold';
import { PENDING_UNIT } from '../state/pending-unit';
import { runScope } from '../state/scope';
import type { RunState, StepStatus, UnitState } from '../state/state';
import { type ConditionLine, conditionLines } from './condition-lines';

/** A condition of a step, operand by operand. */
interface ExplainedCondition {
  /** Below the step: `condition`, `params.branches.healthy.condition`. */
  readonly path: string;
  readonly lines: readonly ConditionLine[];
}

/** Why a step ended as it did, or has not started, and the steps that caused it. */
export interface StepWhy {
  readonly step: string;
  readonly status: StepStatus;
  readonly skip: { readonly reason: SkipReason; readonly detail: string | undefined } | undefined;
  /** The branch that a `conditional` took. */
  readonly taken: string | undefined;
  readonly error: string | undefined;
  readonly conditions: readonly ExplainedCondition[];
  /** Each is explained later in the list. */
  readonly causes: readonly string[];
}

/** Most steps in an explanation: a skip can have thousands of steps before it. */
const MAX_STEPS = 50;

/**
 * Why a step was skipped, failed or has not started: its own decision first, then those upstream that caused it,
 * nearest first. docs/rules.md, section 3.6.
 */
export function whyStep(graph: Graph, state: RunState, id: string): StepWhy[] {
  const found: StepWhy[] = [];
  const queue = [id];
  for (let at = 0; at < queue.length && found.length < MAX_STEPS; at += 1) {
    const node = graph.steps.get(queue[at] ?? '');
    if (!node) continue;
    const why = whyOne(node, state);
    found.push(why);
    for (const cause of why.causes) if (!queue.includes(cause)) queue.push(cause);
  }
  return found;
}

function whyOne(node: GraphStep, state: RunState): StepWhy {
  const unit = unitOf(state, node.id);
  return {
    step: node.id,
    status: unit.status,
    skip: unit.skip,
    taken: unit.branch?.taken,
    error: unit.error?.message,
    conditions: conditionsOfStep(node).map(({ path, text }) => ({
      path,
      lines: conditionLines(text, scopeOf(text, unit, state)),
    })),
    causes: causesOf(node, unit, state),
  };
}

function unitOf(state: RunState, id: string): UnitState {
  return state.steps.get(id) ?? PENDING_UNIT;
}

/**
 * The names at the instant of the decision. Undefined before it, when the condition was not reached, and for conditions
 * that read signals: those may have arrived later.
 */
function scopeOf(text: string, unit: UnitState, state: RunState) {
  const at = unit.startedAt ?? unit.finishedAt;
  const isReached = unit.skip === undefined || unit.skip.reason === 'condition_false';
  if (at === undefined || !isReached || readRoots(text).includes('signals')) return undefined;
  return runScope(state, new Date(at));
}

/** Its own condition, and those with which it chooses a branch. */
function conditionsOfStep({ step, descriptor }: GraphStep): { path: string; text: string }[] {
  const found: { path: string; text: string }[] = [];
  if (step.condition !== undefined) found.push({ path: 'condition', text: step.condition });
  for (const [name, { edge, widget }] of Object.entries(descriptor?.params.properties ?? {})) {
    const value = step.params[name];
    if (edge === 'branches') found.push(...branchConditions(value));
    else if (widget === 'condition' && typeof value === 'string')
      found.push({ path: `params.${name}`, text: value });
  }
  return found;
}

function branchConditions(value: unknown): { path: string; text: string }[] {
  return readBranches(value).flatMap(({ condition, conditionPath, path }) =>
    condition === undefined ? [] : [{ path: conditionPath ?? path, text: condition }],
  );
}

function causesOf(node: GraphStep, unit: UnitState, state: RunState): string[] {
  const status = (id: string) => unitOf(state, id).status;
  if (unit.status === 'pending') return node.upstream.filter((id) => !isTerminal(status(id)));
  switch (unit.skip?.reason) {
    case 'branch_not_taken':
      return unique(node.branches.map(({ from }) => from)).filter((id) => status(id) !== 'skipped');
    case 'upstream_skipped':
      return node.upstream.filter((id) => status(id) === 'skipped');
    case 'upstream_failed':
      return node.upstream.filter((id) => status(id) === 'failed' || status(id) === 'cancelled');
    case 'pipeline_failed':
      return state.ending ? [state.ending.step] : [];
    case 'condition_false':
      return readSteps(node.step.condition ?? '').filter((id) => !isFine(status(id)));
    default:
      return [];
  }
}

function isFine(status: StepStatus): boolean {
  return status === 'completed';
}

function readSteps(text: string): string[] {
  return unique(readsOf(text).flatMap(({ step }) => (step === undefined ? [] : [step])));
}

function readRoots(text: string): string[] {
  return readsOf(text).map(({ root }) => root);
}

function readsOf(text: string) {
  try {
    return references(parseExpression(text));
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
