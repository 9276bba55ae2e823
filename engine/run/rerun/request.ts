import type { RerunRequest } from '../state/rerun-request';
import type { RerunChoice } from './choice';

/** How a choice is recorded in the journal of the run that it starts. */
export function requestOf({ scope, step, iteration, inputs, isTry }: RerunChoice): RerunRequest {
  return {
    scope,
    ...(step === undefined ? {} : { step }),
    ...(iteration === undefined ? {} : { iteration }),
    ...(isTry === true ? { is_try: true as const } : {}),
    ...(inputs ? { inputs } : {}),
  };
}
