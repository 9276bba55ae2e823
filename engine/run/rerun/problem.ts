import type { Graph } from '../../pipeline/graph';
import { isTerminal } from '../state/fold-unit';
import { hasFailedIterations } from './iterations';
import type { RerunOptions } from './rerun-options';
import { type PlannedStep, rerunReasonText } from './rerun-plan';

/** Why a re-run cannot start, as a sentence that says what to do instead. */
export function problemOf(
  { original, choice }: Pick<RerunOptions, 'original' | 'choice'>,
  graph: Graph,
  steps: readonly PlannedStep[],
): string | undefined {
  const { scope, step = '' } = choice;
  if (scope !== 'everything' && !isTerminal(original.status))
    return 'The run is active, so it has no results to reuse yet. Wait until it ends, or re-run everything.';
  const unknown = [step, ...Object.keys(choice.inputs ?? {})].find((id) => id !== '' && !graph.steps.has(id));
  if (unknown !== undefined)
    return `The definition has no step ${unknown}. Select another step, or re-run with the original definition.`;
  if ((scope === 'from' || scope === 'only') && step === '') return 'Select the step to execute.';
  if (scope === 'failed_iterations' && ![...original.steps.values()].some(hasFailedIterations))
    return noFailedIterations(original);
  const planned = steps.find((each) => each.step === step);
  if (planned?.do === 'skip')
    return `${step} cannot execute. ${rerunReasonText(planned, 'the run')} Select an earlier step.`;
  if (steps.every((each) => isSame(each, original)))
    return 'Nothing would execute: every step keeps its result. Change a param or an input, or re-run everything.';
  return undefined;
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
