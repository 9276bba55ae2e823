import { pathKey } from '@/components/json-tree/flatten';
import type { RunFocus } from '@/components/run-state/permalink';
import type { RunLens } from '@/components/run-state/run-context';
import { type LineageEntry, splitIteration, type ValuePlace } from '@/engine';
import { focusField } from '../inspector/focus-field';
import { EMPTY_SELECTION, selectSteps } from '../model/selection';
import type { EditorSession } from '../session';

/** Selects the step of a value, and shows the value: its field while editing, its iteration or output in a run. */
export function goToEntry(
  session: EditorSession,
  lens: RunLens | undefined,
  { place }: Pick<LineageEntry, 'place'>,
): void {
  const { step } = place;
  session.store.select(step === undefined ? EMPTY_SELECTION : selectSteps(step));
  if (step !== undefined) session.view.get()?.reveal([step]);
  if (lens) lens.setFocus(focusOf(place));
  else if (!session.readOnly) goToField(place);
}

/** What the run view shows for a value; the run as a whole for its params and outputs. */
function focusOf({ of, step, path }: ValuePlace): Partial<RunFocus> {
  if (step === undefined) return { step };
  const { iteration } = splitIteration(of === 'input' ? path : []);
  // All iterations together are shown as the loop.
  const isOne = iteration.every((index) => index >= 0);
  const part = of === 'output' && path.length > 0 ? pathKey(path) : undefined;
  return { step, iteration: isOne ? iteration : [], path: part };
}

function goToField({ of, step, path }: ValuePlace): void {
  const [name = ''] = path;
  if (of === 'param') focusField(undefined, `params.${name}`);
  else if (of === 'run_output') focusField(undefined, `outputs.${name}`);
  else if (of === 'condition') focusField(step, 'condition');
  else if (of === 'input') {
    const { iteration, rest } = splitIteration(path);
    focusField(step, ['params', ...iteration.map(() => 'action_params'), ...rest].join('.'));
  }
}
