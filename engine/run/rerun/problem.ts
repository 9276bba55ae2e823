import type { Graph } from '../../pipeline/graph';
import { isTerminal } from '../state/fold-unit';
import type { RerunScope } from '../state/events';
import { givenProblem } from './given';
import { hasFailedIterations } from './iterations';
import { readBy } from './missing';
import type { RerunOptions } from './rerun-options';
import { type PlannedStep, type RerunPlan, rerunReasonText } from './rerun-plan';

/** Why a re-run cannot start, as a sentence that says what to do instead. */
export function problemOf(
  { original, choice, expired, catalogue }: Omit<RerunOptions, 'pipeline' | 'next' | 'params' | 'now'>,
  graph: Graph,
  { steps, missing }: Pick<RerunPlan, 'steps' | 'missing'>,
): string | undefined {
  const { scope, step = '', isTry = false } = choice;
  const node = graph.steps.get(step);
  const read = isTry && node ? readBy(node, catalogue.descriptors) : undefined;
  if (scope !== 'everything' && !isTry && !isTerminal(original.status))
    return 'The run is active, so it has no results to reuse yet. Wait until it ends, or re-run everything.';
  const unknown = [step, ...Object.keys(choice.inputs ?? {})].find((id) => id !== '' && !graph.steps.has(id));
  if (unknown !== undefined)
    return `The definition has no step ${unknown}. Select another step, or re-run with the original definition.`;
  if (OF_STEP.has(scope) && step === '') return 'Select the step to execute.';
  if (scope === 'failed_iterations' && ![...original.steps.values()].some(hasFailedIterations))
    return noFailedIterations(original);
  const given = [...(choice.given ?? [])].flatMap(([id, output]) => {
    const giving = steps.some((each) => each.step === id && each.given) ? graph.steps.get(id) : undefined;
    return (giving && givenProblem(giving, graph, output, original.loaded)) ?? [];
  });
  if (given[0] !== undefined) return given[0];
  const planned = steps.find((each) => each.step === step);
  if (planned?.do === 'skip')
    return `${step} cannot execute. ${rerunReasonText(planned, 'the run')} Select an earlier step.`;
  const gone = read && [...read].find((id) => expired?.has(id) && isKept(id, steps));
  if (gone !== undefined) return expiredText(gone);
  if (missing.length > 0) return missingText(missing);
  if (steps.every((each) => isSame(each, original)))
    return 'Nothing would execute: every step keeps its result. Change a param or an input, or re-run everything.';
  return undefined;
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
