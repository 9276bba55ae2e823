import type { Decision } from '../../action';
import { ActionError } from '../../errors';
import type { RunState } from '../state/state';
import type { UnitAddress } from '../state/unit';

/** The place of the only iteration that a loop executes. */
export interface OneIteration {
  /** Its index. */
  readonly first: number;
  /** Items of the whole list. */
  readonly total: number;
}

/**
 * The decision of a loop of which this run executes one iteration, with the place of its item; any other decision as it is.
 * @throws ActionError `invalid_params` when the list has no such item
 */
export function oneIteration(
  { rerun }: Pick<RunState, 'rerun'>,
  { step, iteration }: UnitAddress,
  decision: Decision,
): { readonly decision: Decision; readonly only?: OneIteration } {
  const first = rerun?.step === step && iteration.length === 0 ? rerun.iteration : undefined;
  if (first === undefined || decision.do !== 'iterate' || decision.as !== undefined) return { decision };
  const total = decision.items.length;
  if (first < total) {
    return {
      decision: { ...decision, items: decision.items.slice(first, first + 1) },
      only: { first, total },
    };
  }
  throw new ActionError(
    'invalid_params',
    `The list has ${total === 1 ? '1 item' : `${total} items`}, so there is no iteration ${first + 1}. Choose an iteration from 1 to ${total}.`,
    { path: 'params.items' },
  );
}
