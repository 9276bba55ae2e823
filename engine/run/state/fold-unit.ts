import type { RunEvent } from './events';
import { applyChunkEnd, applyChunkWait, planChunks } from './fold-chunks';
import { answerUnit, pauseUnit } from './fold-pause';
import { giveUnit, reuseUnit, takeReusable } from './fold-reused';
import { type PausedTime, pausedMs } from './paused-time';
import type { AttemptState, IterationsState, RunState, RunStatus, StepStatus, UnitState } from './state';

/** An event about one step or iteration. */
export type StepEvent = Exclude<Extract<RunEvent, { step: string }>, { type: 'run_failed' | 'output_set' }>;

/** The values of the run that attempts and waits record when they begin. */
export type RunMoment = PausedTime & Pick<RunState, 'signals'>;

/** Whether a status never changes again. docs/rules.md, section 4. */
export function isTerminal(status: RunStatus | StepStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped' || status === 'cancelled';
}

/**
 * A unit after an event about it. After its end only log events apply.
 * @param run the run at that moment
 */
export function applyToUnit(unit: UnitState, event: StepEvent, run: RunMoment): UnitState {
  if (isTerminal(unit.status) && event.type !== 'step_logged') return unit;
  switch (event.type) {
    case 'step_started':
      return startUnit(unit, event, run);
    case 'step_logged': {
      const line = { seq: event.seq, at: event.at, level: event.level, message: event.message };
      return withAttempt(unit, event.attempt, (attempt) => ({ ...attempt, logs: [...attempt.logs, line] }));
    }
    case 'step_waiting':
      return holdUnit(unit, event, run);
    case 'iterations_planned': {
      const iterations = planIterations(unit, event);
      return { ...unit, status: 'running', wait: undefined, iterations, reusable: undefined };
    }
    case 'chunks_planned':
      return { ...unit, status: 'running', wait: undefined, chunks: planChunks(event) };
    case 'chunk_ended':
      return unit.chunks ? { ...unit, chunks: applyChunkEnd(unit.chunks, event) } : unit;
    case 'chunk_waiting':
      return unit.chunks ? { ...unit, chunks: applyChunkWait(unit.chunks, event) } : unit;
    case 'step_paused':
      return pauseUnit(unit, event, run);
    case 'pause_answered':
      return answerUnit(unit, event);
    case 'step_retrying':
      return retryUnit(unit, event, run);
    case 'attempt_interrupted':
      return withAttempt(unit, event.attempt, (attempt) => ({
        ...attempt,
        status: 'interrupted',
        finishedAt: event.at,
      }));
    case 'step_reused':
      return reuseUnit(unit, event, run);
    case 'step_given':
      return giveUnit(unit, event);
    case 'step_completed':
    case 'step_failed':
    case 'step_cancelled':
      return endUnit(unit, event);
    case 'step_skipped': {
      const skip = { reason: event.reason, detail: event.detail };
      return { ...unit, status: 'skipped', finishedAt: event.at, wait: undefined, decided: undefined, skip };
    }
  }
}

type Of<T extends StepEvent['type']> = Extract<StepEvent, { type: T }>;

function startUnit(unit: UnitState, event: Of<'step_started'>, run: RunMoment): UnitState {
  return {
    ...unit,
    status: 'running',
    action: event.action,
    startedAt: unit.startedAt ?? event.at,
    wait: undefined,
    decided: undefined,
    iterations: undefined,
    chunks: undefined,
    attempts: [...unit.attempts, newAttempt(unit, event, run)],
  };
}

function holdUnit(unit: UnitState, event: Of<'step_waiting'>, { signals }: RunMoment): UnitState {
  const wait = { reason: event.reason, until: event.until, note: event.note, signals };
  const waiting: UnitState = { ...unit, status: 'waiting', wait };
  if (event.reason !== 'timer') return waiting;
  return withAttempt(waiting, event.attempt, (attempt) => ({
    ...attempt,
    waits: attempt.waits + (event.times ?? 1),
  }));
}

function retryUnit(unit: UnitState, event: Of<'step_retrying'>, { signals }: RunMoment): UnitState {
  const wait = { reason: 'retry' as const, until: event.retry_at, note: event.error.message, signals };
  return withAttempt({ ...unit, status: 'retrying', wait }, event.attempt, (attempt) => ({
    ...attempt,
    status: 'failed',
    error: event.error,
    finishedAt: event.at,
  }));
}

function endUnit(
  unit: UnitState,
  event: Of<'step_completed'> | Of<'step_failed'> | Of<'step_cancelled'>,
): UnitState {
  const ended: UnitState = {
    ...unit,
    finishedAt: event.at,
    wait: undefined,
    pause: undefined,
    decided: undefined,
  };
  if (event.type === 'step_completed') return completeUnit(ended, event);
  if (event.type === 'step_failed') return failUnit(ended, event);
  const cancelled: UnitState = { ...ended, status: 'cancelled', cancelReason: event.reason };
  if (event.attempt === undefined) return cancelled;
  return withAttempt(cancelled, event.attempt, (attempt) =>
    attempt.status === 'running' ? { ...attempt, status: 'cancelled', finishedAt: event.at } : attempt,
  );
}

function completeUnit(unit: UnitState, event: Of<'step_completed'>): UnitState {
  const { output } = event;
  const branch = event.branch && { taken: event.branch.taken, notTaken: event.branch.not_taken };
  const { warning } = event;
  return withAttempt({ ...unit, status: 'completed', output, branch, warning }, event.attempt, (attempt) => ({
    ...attempt,
    status: 'completed',
    output,
    finishedAt: event.at,
  }));
}

function failUnit(unit: UnitState, event: Of<'step_failed'>): UnitState {
  const { error, tolerated = false } = event;
  return withAttempt({ ...unit, status: 'failed', error, tolerated }, event.attempt, (attempt) => ({
    ...attempt,
    status: attempt.status === 'interrupted' ? 'interrupted' : 'failed',
    error,
    finishedAt: attempt.finishedAt ?? event.at,
  }));
}

/** After a pause its parameters are those that the pause showed. */
function newAttempt({ decided }: UnitState, event: Of<'step_started'>, run: RunMoment): AttemptState {
  return {
    attempt: event.attempt,
    status: 'running',
    startedAt: event.at,
    finishedAt: undefined,
    release: event.release ?? 1,
    inputs: event.inputs,
    output: undefined,
    error: undefined,
    logs: [],
    waits: 0,
    signals: decided?.pause.signals ?? run.signals,
    pausedMs: pausedMs(run, Date.parse(event.at)),
    resolvedAt: decided?.pause.since ?? event.at,
  };
}

function withAttempt(
  unit: UnitState,
  number: number,
  change: (attempt: AttemptState) => AttemptState,
): UnitState {
  return {
    ...unit,
    attempts: unit.attempts.map((attempt) => (attempt.attempt === number ? change(attempt) : attempt)),
  };
}

function planIterations(unit: UnitState, event: Of<'iterations_planned'>): IterationsState {
  const before = unit.iterations;
  const items = before ? [...before.items, ...event.items] : event.items;
  return {
    as: event.as,
    action: event.action,
    params: event.params,
    items,
    first: event.first ?? 0,
    total: event.total ?? items.length,
    parallel: event.parallel,
    stopOnFailure: event.stop_on_failure,
    units: before?.units ?? takeReusable(unit.reusable, event.total ?? items.length),
  };
}
