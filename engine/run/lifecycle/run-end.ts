import type { Failure } from '../../errors';
import type { Pipeline } from '../../pipeline/schema';
import type { RunEventBody } from '../state/events';
import type { RunState } from '../state/state';
import { type RefuseLoading, resolveOutputs } from './outputs';

export interface RunEndOptions {
  readonly pipeline: Pipeline;
  readonly state: RunState;
  readonly now: Date;
  readonly refuseLoading: RefuseLoading;
}

/**
 * The last event of a run all of whose steps have ended. docs/rules.md, section 4.
 * @param expired the failure of the whole run, when its time limit has passed
 */
export function runEnd(options: RunEndOptions, expired: Failure | undefined): RunEventBody {
  const { pipeline, state, now, refuseLoading } = options;
  const { outputs, error } = resolveOutputs(pipeline, state, now, refuseLoading);
  if (state.cancelRequested) return { type: 'run_cancelled', outputs };
  const failure = expired ? { error: expired } : (whatFailed(state) ?? (error && { error }));
  if (failure) return { type: 'run_failed', ...failure, outputs };
  return { type: 'run_completed', outputs };
}

/** The last event of a run that cannot go on, which validation prevents. */
export function stuckEnd({ pipeline, state, now, refuseLoading }: RunEndOptions): RunEventBody {
  const message = 'Some steps can never start. Check their dependencies for a cycle.';
  const { outputs } = resolveOutputs(pipeline, state, now, refuseLoading);
  return { type: 'run_failed', error: { kind: 'internal', message }, outputs };
}

/** What failed the run: the `fail` action, or else the step that failed first. */
function whatFailed(state: RunState): { error: Failure; step?: string } | undefined {
  if (state.ending) return state.ending;
  let first: { error: Failure; step: string; at: string } | undefined;
  for (const [step, unit] of state.steps) {
    if (unit.status !== 'failed' || unit.tolerated || !unit.error) continue;
    const at = unit.finishedAt ?? '';
    if (!first || at < first.at) first = { error: unit.error, step, at };
  }
  return first && { error: first.error, step: first.step };
}
