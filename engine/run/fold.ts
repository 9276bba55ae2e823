import type { Payload, RunEvent } from './events';
import type { AttemptState, IterationsState, RunState, RunStatus, StepStatus, UnitState } from './state';
import { standing, UnitMap } from './unit-map';

/** A step of which no event has spoken yet. */
export const PENDING_UNIT: UnitState = Object.freeze({
  status: 'pending',
  action: undefined,
  attempts: [],
  output: undefined,
  error: undefined,
  startedAt: undefined,
  finishedAt: undefined,
  skip: undefined,
  cancelReason: undefined,
  wait: undefined,
  tolerated: false,
  branch: undefined,
  iterations: undefined,
});

/** True for the statuses that never change again. Rules, section 4. */
export function isTerminal(status: RunStatus | StepStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped' || status === 'cancelled';
}

/** The state of a run before its first event. */
export function emptyRunState(): RunState {
  return {
    runId: '',
    pipelineId: '',
    version: 0,
    parentRunId: undefined,
    status: 'pending',
    seq: 0,
    params: {},
    createdAt: '',
    startedAt: undefined,
    finishedAt: undefined,
    cancelRequested: false,
    ending: undefined,
    error: undefined,
    failedStep: undefined,
    outputs: {},
    steps: new UnitMap(),
    counts: {
      pending: 0,
      running: 0,
      waiting: 0,
      retrying: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
    },
  };
}

/** The state that a journal tells. Total: any list of events gives a state. */
export function foldEvents(events: Iterable<RunEvent>): RunState {
  const state = emptyRunState();
  for (const event of events) applyEvent(state, event);
  return state;
}

/**
 * Adds one event to a state, in place. Step states are replaced, never changed, so their identity tells what moved;
 * copying the whole map for each event would make long runs quadratic.
 */
export function applyEvent(state: RunState, event: RunEvent): void {
  state.seq = event.seq;
  if (isTerminal(state.status)) return;
  if ('step' in event && event.type !== 'run_failed' && event.type !== 'output_set') {
    applyStepEvent(state, event);
    return;
  }
  applyRunEvent(state, event);
}

type StepEvent = Exclude<Extract<RunEvent, { step: string }>, { type: 'run_failed' | 'output_set' }>;

function applyRunEvent(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run_created':
      state.runId = event.run_id;
      state.pipelineId = event.pipeline_id;
      state.version = event.version;
      state.params = event.params;
      state.parentRunId = event.parent_run_id;
      state.createdAt = event.at;
      return;
    case 'run_started':
      state.status = 'running';
      state.startedAt = event.at;
      return;
    case 'output_set':
      state.outputs = { ...state.outputs, [event.key]: event.value };
      return;
    case 'cancel_requested':
      state.cancelRequested = true;
      return;
    case 'run_completed':
    case 'run_cancelled':
      finishRun(state, event.type === 'run_completed' ? 'completed' : 'cancelled', event);
      return;
    case 'run_failed':
      state.error = event.error;
      state.failedStep = event.step;
      finishRun(state, 'failed', event);
      return;
  }
}

function finishRun(
  state: RunState,
  status: RunStatus,
  event: { at: string; outputs: Record<string, Payload> },
): void {
  state.status = status;
  state.finishedAt = event.at;
  state.outputs = event.outputs;
}

function applyStepEvent(state: RunState, event: StepEvent): void {
  const path = 'iteration' in event ? (event.iteration ?? []) : [];
  const known = state.steps.get(event.step);
  const before = known ?? PENDING_UNIT;
  const stood = known && standing(known);
  const after = path.length === 0 ? applyToUnit(before, event) : applyBelow(before, path, event);
  ownMap(state.steps).replace(event.step, after, stood);
  if (known) state.counts[known.status] -= 1;
  state.counts[after.status] += 1;
  if (event.type === 'step_failed' && event.ends_run)
    state.ending ??= { step: event.step, error: event.error };
  if (state.startedAt !== undefined) state.status = liveStatus(state);
}

/** A run waits when all that is left are timers and people; otherwise it runs. */
function liveStatus({ steps }: RunState): RunStatus {
  const { atWork, atRest } = ownMap(steps);
  return atRest > 0 && atWork === 0 ? 'waiting' : 'running';
}

function applyBelow(unit: UnitState, path: readonly number[], event: StepEvent): UnitState {
  const [index, ...rest] = path;
  if (index === undefined || !unit.iterations) return unit;
  const units = ownMap(unit.iterations.units);
  const known = units.get(index);
  const before = known ?? PENDING_UNIT;
  const stood = known && standing(known);
  const after = rest.length === 0 ? applyToUnit(before, event) : applyBelow(before, rest, event);
  units.replace(index, after, stood);
  return { ...unit, iterations: { ...unit.iterations, units } };
}

/** Maps of units are this module's own to change, and made by it; everyone else sees them as read-only. */
function ownMap<K>(units: ReadonlyMap<K, UnitState>): UnitMap<K> {
  return units as UnitMap<K>;
}

function applyToUnit(unit: UnitState, event: StepEvent): UnitState {
  if (isTerminal(unit.status) && event.type !== 'step_logged') return unit;
  switch (event.type) {
    case 'step_started':
      return {
        ...unit,
        status: 'running',
        action: event.action,
        startedAt: unit.startedAt ?? event.at,
        wait: undefined,
        iterations: undefined,
        attempts: [...unit.attempts, newAttempt(event)],
      };
    case 'step_logged': {
      const line = { seq: event.seq, at: event.at, level: event.level, message: event.message };
      return withAttempt(unit, event.attempt, (attempt) => ({ ...attempt, logs: [...attempt.logs, line] }));
    }
    case 'step_waiting': {
      const wait = { reason: event.reason, until: event.until, note: event.note };
      const waiting: UnitState = { ...unit, status: 'waiting', wait };
      if (event.reason !== 'timer') return waiting;
      return withAttempt(waiting, event.attempt, (attempt) => ({ ...attempt, waits: attempt.waits + 1 }));
    }
    case 'iterations_planned':
      return {
        ...unit,
        status: 'running',
        wait: undefined,
        iterations: planIterations(unit.iterations, event),
      };
    case 'step_retrying':
      return withAttempt(
        {
          ...unit,
          status: 'retrying',
          wait: { reason: 'retry', until: event.retry_at, note: event.error.message },
        },
        event.attempt,
        (attempt) => ({ ...attempt, status: 'failed', error: event.error, finishedAt: event.at }),
      );
    case 'attempt_interrupted':
      return withAttempt(unit, event.attempt, (attempt) => ({
        ...attempt,
        status: 'interrupted',
        finishedAt: event.at,
      }));
    case 'step_completed':
    case 'step_failed':
    case 'step_cancelled':
      return endUnit(unit, event);
    case 'step_skipped':
      return {
        ...unit,
        status: 'skipped',
        finishedAt: event.at,
        skip: { reason: event.reason, detail: event.detail },
      };
  }
}

function endUnit(
  unit: UnitState,
  event: Extract<StepEvent, { type: 'step_completed' | 'step_failed' | 'step_cancelled' }>,
): UnitState {
  const ended = { ...unit, finishedAt: event.at, wait: undefined };
  switch (event.type) {
    case 'step_completed': {
      const branch = event.branch && { taken: event.branch.taken, notTaken: event.branch.not_taken };
      return withAttempt(
        { ...ended, status: 'completed', output: event.output, branch },
        event.attempt,
        (attempt) => ({
          ...attempt,
          status: 'completed',
          output: event.output,
          finishedAt: event.at,
        }),
      );
    }
    case 'step_failed': {
      const failed: UnitState = {
        ...ended,
        status: 'failed',
        error: event.error,
        tolerated: event.tolerated ?? false,
      };
      return withAttempt(failed, event.attempt, (attempt) => ({
        ...attempt,
        status: attempt.status === 'interrupted' ? 'interrupted' : 'failed',
        error: event.error,
        finishedAt: attempt.finishedAt ?? event.at,
      }));
    }
    case 'step_cancelled': {
      const cancelled: UnitState = { ...ended, status: 'cancelled', cancelReason: event.reason };
      if (event.attempt === undefined) return cancelled;
      return withAttempt(cancelled, event.attempt, (attempt) =>
        attempt.status === 'running' ? { ...attempt, status: 'cancelled', finishedAt: event.at } : attempt,
      );
    }
  }
}

function newAttempt(event: Extract<StepEvent, { type: 'step_started' }>): AttemptState {
  return {
    attempt: event.attempt,
    status: 'running',
    startedAt: event.at,
    finishedAt: undefined,
    inputs: event.inputs,
    output: undefined,
    error: undefined,
    logs: [],
    waits: 0,
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

function planIterations(
  before: IterationsState | undefined,
  event: Extract<StepEvent, { type: 'iterations_planned' }>,
): IterationsState {
  return {
    action: event.action,
    params: event.params,
    items: [...(before?.items ?? []), ...event.items],
    parallel: event.parallel,
    stopOnFailure: event.stop_on_failure,
    units: before?.units ?? new UnitMap(),
  };
}
