import type { RunEvent } from './events';
import type { AnsweredPause, DebugState, RunState, UnitState } from './state';

type Paused = Extract<RunEvent, { type: 'step_paused' }>;
type Answered = Extract<RunEvent, { type: 'pause_answered' }>;

/** A unit at the beginning of a pause. The attempt that failed has ended. */
export function pauseUnit(unit: UnitState, event: Paused, { signals }: Pick<RunState, 'signals'>): UnitState {
  const { seq, at, attempt, moment, cause, breakpoint, inputs, error, until, note } = event;
  const pause = {
    ...{ seq, since: at, attempt, moment, cause, breakpoint, inputs, error, until, note, signals },
    endsRun: event.ends_run ?? false,
  };
  const attempts = unit.attempts.map((each) =>
    each.attempt === attempt && each.status === 'running'
      ? { ...each, status: 'failed' as const, error, finishedAt: at }
      : each,
  );
  const wait = { reason: 'breakpoint' as const, until, note, signals };
  return { ...unit, status: 'waiting', action: event.action, wait, pause, attempts };
}

/** A unit whose pause was answered, before the decision is carried out. */
export function answerUnit(unit: UnitState, event: Answered): UnitState {
  const { pause } = unit;
  if (pause?.seq !== event.pause) return unit;
  const { decision, at, inputs, output, message } = event;
  const decided: AnsweredPause = { pause, decision, at, inputs, output, message };
  const isNew = unit.attempts.length === 0;
  return {
    ...unit,
    status: isNew ? 'pending' : 'retrying',
    wait: isNew ? undefined : { reason: 'retry', until: at, note: undefined, signals: pause.signals },
    pause: undefined,
    decided,
    answered: [...unit.answered, decided],
    edited: inputs ? { inputs, shown: pause.inputs } : unit.edited,
  };
}

/** The breakpoints of a run after an event about a pause. */
export function debugAfter(debug: DebugState | undefined, event: Paused | Answered): DebugState | undefined {
  // Whatever pauses next ends a step through the run.
  const isStepping = event.type === 'pause_answered' && event.decision === 'step';
  if (debug === undefined) {
    return isStepping ? { breakpoints: [], pause_on_failure: false, isStepping } : undefined;
  }
  if (event.type === 'pause_answered' && !isStepping) return debug;
  return debug.isStepping === isStepping ? debug : { ...debug, isStepping };
}
