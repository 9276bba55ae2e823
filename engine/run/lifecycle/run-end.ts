import type { Failure } from '../../errors';
import { chunkEnd } from '../chunks/chunks';
import type { RunContext } from '../context/run-context';
import type { Schedule } from '../schedule/schedule';
import { warningsOf } from '../state/count-warnings';
import type { RunEventBody } from '../state/events';
import { isTerminal } from '../state/fold';
import type { RunState } from '../state/state';
import type { Idleness } from './idleness';
import { resolveOutputs } from './outputs';
import type { Stops } from './stops';

/** Records the last event of a run, once its steps have ended or nothing can end them. */
export function endIfDone(
  context: RunContext,
  { schedule, stops, idleness }: { schedule: Schedule; stops: Stops; idleness: Idleness },
): void {
  if (isTerminal(context.state.status)) return;
  try {
    if (schedule.isDone) context.record(runEnd(context, stops.expired));
    else if (idleness.isStuck) context.record(stuckEnd(context));
  } catch (error) {
    if (!context.awaits(error, () => context.turns.signal())) throw error;
  }
}

/**
 * The last event of a run whose steps have all ended. docs/rules.md, section 4.
 * @param expired the failure of the whole run, when its time limit has passed
 * @throws NotLoaded
 */
function runEnd(context: RunContext, expired: Failure | undefined): RunEventBody {
  const { state } = context;
  if (state.chunk) return chunkEnd(state, state.chunk);
  const { outputs, error } = outputsOf(context);
  if (state.cancelRequested) return { type: 'run_cancelled', outputs };
  const failure = expired ? { error: expired } : (whatFailed(state) ?? (error && { error }));
  if (failure) return { type: 'run_failed', ...failure, outputs };
  const warnings = warningsOf(state);
  return { type: 'run_completed', outputs, ...(warnings && { warnings }) };
}

/** The last event of a run that cannot continue, which validation prevents. @throws NotLoaded */
function stuckEnd(context: RunContext): RunEventBody {
  const message = 'Some steps can never start. Check their dependencies for a cycle.';
  const { outputs } = outputsOf(context);
  return { type: 'run_failed', error: { kind: 'internal', message }, outputs };
}

function outputsOf({ pipeline, state, now, memoryUse }: RunContext): ReturnType<typeof resolveOutputs> {
  return resolveOutputs(pipeline, state, now, ({ bytes }) => memoryUse.refuseLoading(bytes));
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
