import type { RunEvent } from './events';
import { PENDING_UNIT } from './pending-unit';
import type { AttemptState, RunState, UnitState } from './state';
import { UnitMap } from './unit-map';

/** The values of the run that attempts record. */
type RunMoment = Pick<RunState, 'signals' | 'pausedMs'>;

type Reused = Extract<RunEvent, { type: 'step_reused' }>;

/** A unit that ends with the result of an earlier run. It keeps the attempt of that run, with its times. */
export function reuseUnit(unit: UnitState, event: Reused, run: RunMoment): UnitState {
  const { result, past } = event;
  const ended: UnitState = {
    ...unit,
    action: past.action,
    attempts: [pastAttempt(event, run)],
    startedAt: past.started_at,
    finishedAt: past.finished_at,
    reusedFrom: event.from_run,
    reusedWarnings: event.inside && {
      failedIterations: event.inside.failed_iterations,
      iterations: event.inside.iterations,
      errorResponses: event.inside.error_responses,
    },
    status: result.status,
  };
  if (result.status === 'failed')
    return { ...ended, error: result.error, tolerated: result.tolerated ?? false };
  const { output, warning } = result;
  const branch = result.branch && { taken: result.branch.taken, notTaken: result.branch.not_taken };
  return { ...ended, output, branch, warning };
}

/** A unit that has its output without an attempt. */
export function giveUnit(unit: UnitState, event: Extract<RunEvent, { type: 'step_given' }>): UnitState {
  const { at, source, output } = event;
  const branch = event.branch && { taken: event.branch.taken, notTaken: event.branch.not_taken };
  const startedAt = unit.startedAt ?? at;
  const ended = { wait: undefined, decided: undefined, startedAt, finishedAt: at };
  return { ...unit, ...ended, status: 'completed', given: source, output, branch };
}

function pastAttempt({ past, result }: Reused, run: RunMoment): AttemptState {
  return {
    attempt: past.attempt,
    status: result.status,
    startedAt: past.started_at,
    finishedAt: past.finished_at,
    release: past.release ?? 1,
    inputs: past.inputs,
    output: result.status === 'completed' ? result.output : undefined,
    error: result.status === 'failed' ? result.error : undefined,
    logs: [],
    waits: 0,
    signals: run.signals,
    pausedMs: run.pausedMs,
    resolvedAt: past.started_at,
  };
}

/** A loop that has not planned its iterations yet, with the result of one of them. */
export function withReusable(loop: UnitState, index: number, event: Reused, run: RunMoment): UnitState {
  if (loop.iterations) return loop;
  const known = loop.reusable ?? new Map<number, UnitState>();
  return { ...loop, reusable: new Map([...known, [index, reuseUnit(PENDING_UNIT, event, run)]]) };
}

/** The iterations of a loop that have ended before it begins; results of iterations that it does not have are dropped. */
export function takeReusable(
  reusable: ReadonlyMap<number, UnitState> | undefined,
  count: number,
): UnitMap<number> {
  const units = new UnitMap<number>();
  for (const [index, unit] of reusable ?? []) if (index < count) units.replace(index, unit, undefined);
  return units;
}
