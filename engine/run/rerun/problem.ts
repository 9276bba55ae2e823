import type { Graph, GraphStep } from '../../pipeline/graph';
import { isTerminal } from '../state/fold-unit';
import type { RerunScope } from '../state/rerun-request';
import type { RerunChoice } from './choice';
import { givenProblem } from './given';
import { hasFailedIterations } from './iterations';
import { readBy } from './missing';
import type { RerunOptions } from './rerun-options';
import { type PlannedStep, type RerunPlan, rerunReasonText } from './rerun-plan';

type Planning = Omit<RerunOptions, 'pipeline' | 'next' | 'params' | 'now'>;
type Planned = Pick<RerunPlan, 'steps' | 'missing'>;

/** Why a re-run or try cannot start, as a sentence that says what to do instead. */
export function problemOf(options: Planning, graph: Graph, plan: Planned): string | undefined {
  const { original } = options;
  return (
    problemOfChoice(options, graph) ??
    problemOfGiven(options, graph, plan) ??
    problemOfStep(options, graph, plan) ??
    (plan.missing.length > 0 ? missingText(plan.missing) : undefined) ??
    (plan.steps.every((each) => isSame(each, original))
      ? 'Nothing would execute: every step keeps its result. Change a param or an input, or re-run everything.'
      : undefined)
  );
}

function problemOfChoice({ original, choice }: Planning, graph: Graph): string | undefined {
  const { scope, step = '', iteration, isTry = false } = choice;
  if (scope !== 'everything' && !isTry && !isTerminal(original.status))
    return 'The run is active, so it has no results to reuse yet. Wait until it ends, or re-run everything.';
  const unknown = [step, ...Object.keys(choice.inputs ?? {})].find((id) => id !== '' && !graph.steps.has(id));
  if (unknown !== undefined)
    return `The definition has no step ${unknown}. Select another step${isTry ? '.' : ', or re-run with the original definition.'}`;
  if (OF_STEP.has(scope) && step === '') return 'Select the step to execute.';
  const refusal = iteration === undefined ? undefined : problemOfIteration(choice, graph.steps.get(step));
  if (refusal !== undefined) return refusal;
  if (scope === 'failed_iterations' && ![...original.steps.values()].some(hasFailedIterations))
    return noFailedIterations(original);
  return undefined;
}

/** Why one iteration of a step cannot be executed alone. */
function problemOfIteration({ scope, iteration = 0 }: RerunChoice, node: GraphStep | undefined) {
  if (node === undefined) return undefined;
  if (scope !== 'only')
    return 'A single iteration runs alone, without the steps before and after its loop. Run only this iteration, or all iterations.';
  if (node.descriptor?.type !== 'loop') {
    return `${node.id} is not a loop, so it has no iterations. Run it without choosing an iteration.`;
  }
  const { items } = node.step.params;
  if (!Array.isArray(items) || iteration < items.length) return undefined;
  return `The list of ${node.id} has ${items.length === 1 ? '1 item' : `${items.length} items`}, so there is no iteration ${iteration + 1}. Choose another iteration, or run all.`;
}

/** The first given output that cannot take the place of that of its step. */
function problemOfGiven({ original, choice }: Planning, graph: Graph, { steps }: Planned) {
  for (const [id, output] of choice.given ?? []) {
    const node = steps.some((each) => each.step === id && each.given) ? graph.steps.get(id) : undefined;
    const problem = node && givenProblem(node, graph, output, original.loaded);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Why the chosen step cannot execute. */
function problemOfStep({ choice, expired, catalogue }: Planning, graph: Graph, { steps }: Planned) {
  const planned = steps.find((each) => each.step === choice.step);
  if (planned?.do === 'skip')
    return `${planned.step} cannot execute. ${rerunReasonText(planned, 'the run')} Select an earlier step.`;
  const node = planned && choice.isTry ? graph.steps.get(planned.step) : undefined;
  if (!node) return undefined;
  const gone = [...readBy(node, catalogue.descriptors)].find((id) => expired?.has(id) && isKept(id, steps));
  return gone === undefined ? undefined : expiredText(gone);
}

const OF_STEP: ReadonlySet<RerunScope> = new Set(['from', 'only', 'up_to']);

function expiredText(step: string): string {
  return `A file of the output of ${step} has expired. Run up to the step, which executes ${step} again, or choose the values of another run.`;
}

function isKept(id: string, steps: readonly PlannedStep[]): boolean {
  return steps.some((each) => each.step === id && each.reason === 'kept');
}

/** Most references that a sentence names. */
const MAX_NAMED = 5;

function missingText(missing: readonly string[]): string {
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const rest = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  const each = missing.length === 1 ? 'a value' : 'values';
  return `No run has ${each} for ${named}${rest}. Enter ${missing.length === 1 ? 'it' : 'them'}, or choose the values of a run that has ${missing.length === 1 ? 'it' : 'them'}.`;
}

/** Whether a step ends as in the original, without being executed. */
function isSame({ step, do: what, isKept }: PlannedStep, { steps }: RerunOptions['original']): boolean {
  return what === 'reuse' || (what === 'skip' && (isKept === true || steps.get(step)?.status === 'skipped'));
}

function noFailedIterations({ steps }: RerunOptions['original']): string {
  const [loop] = [...steps].find(([, unit]) => (unit.reusedWarnings?.failedIterations ?? 0) > 0) ?? [];
  return loop === undefined
    ? 'No iteration of this run failed. Re-run from the first failure, or re-run everything.'
    : `The failed iterations of ${loop} were executed in an earlier run. Re-run that one, or re-run from ${loop}.`;
}
