import type { Chunk, Payload, RunEvent } from './events';
import { chunkOutcomes, chunkUnit } from './fold-chunks';
import { debugAfter } from './fold-pause';
import { withReusable } from './fold-reused';
import { applyToUnit, isTerminal, type RunMoment, type StepEvent } from './fold-unit';
import { pausedMs } from './paused-time';
import { PENDING_UNIT } from './pending-unit';
import type { RunState, RunStatus, UnitState } from './state';
import { findUnit } from './unit';
import { activityOf, UnitMap } from './unit-map';

export { isTerminal } from './fold-unit';
export { PENDING_UNIT } from './pending-unit';

/** The state of a run before its first event. */
export function emptyRunState(): RunState {
  return {
    runId: '',
    chunk: undefined,
    pipelineId: '',
    version: 0,
    parentRunId: undefined,
    rerun: undefined,
    trace: undefined,
    status: 'pending',
    seq: 0,
    params: {},
    createdAt: '',
    startedAt: undefined,
    finishedAt: undefined,
    cancelRequested: false,
    cancelDetail: undefined,
    hold: undefined,
    debug: undefined,
    pauses: 0,
    frozenSince: undefined,
    pausedMs: 0,
    signals: {},
    lastCommand: 0,
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
    loaded: new Map(),
  };
}

/** The state that a journal folds to. Never throws, whatever events the list contains. */
export function foldEvents(events: Iterable<RunEvent>): RunState {
  const state = emptyRunState();
  for (const event of events) applyEvent(state, event);
  return state;
}

/**
 * Adds one event to a state, in place. Step states are replaced, never changed, so a changed identity shows a changed
 * step. Copying the whole map for each event would make long runs quadratic.
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

function applyRunEvent(state: RunState, event: RunEvent): void {
  switch (event.type) {
    case 'run_created':
      state.runId = event.run_id;
      state.pipelineId = event.pipeline_id;
      state.version = event.version;
      state.params = event.params;
      state.parentRunId = event.parent_run_id;
      state.rerun = event.rerun;
      state.trace = event.trace;
      state.createdAt = event.at;
      if (event.debug) state.debug = { ...event.debug, isStepping: false };
      if (event.chunk) beginChunk(state, event.chunk);
      return;
    case 'run_started':
      state.startedAt = event.at;
      state.pausedMs = 0;
      if (state.frozenSince !== undefined) state.frozenSince = event.at;
      state.status = liveStatus(state);
      return;
    case 'output_set':
      state.outputs = { ...state.outputs, [event.key]: event.value };
      return;
    case 'cancel_requested':
      state.cancelRequested = true;
      state.cancelDetail ??= event.detail;
      return;
    case 'run_paused':
    case 'run_resumed':
    case 'signal_received':
    case 'breakpoints_set':
      applyCommand(state, event);
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

/** Sets up the state of a run that is a chunk: its step is iterating, and upstream steps have ended. */
function beginChunk(state: RunState, chunk: Chunk): void {
  state.chunk = chunk;
  state.signals = chunk.signals;
  for (const [step, unit] of [...chunkOutcomes(chunk), [chunk.step, chunkUnit(chunk)] as const]) {
    if (state.steps.has(step)) continue;
    ownMap(state.steps).replace(step, unit, undefined);
    state.counts[unit.status] += 1;
  }
}

type CommandEvent = Extract<
  RunEvent,
  { type: 'run_paused' | 'run_resumed' | 'signal_received' | 'breakpoints_set' }
>;

/** Commands to an active run. */
function applyCommand(state: RunState, event: CommandEvent): void {
  state.lastCommand = Math.max(state.lastCommand, event.command ?? 0);
  if (event.type === 'signal_received') {
    state.signals = { ...state.signals, [event.name]: event.value };
  } else if (event.type === 'breakpoints_set') {
    state.debug = { ...event.debug, isStepping: state.debug?.isStepping ?? false };
  } else if (event.type === 'run_resumed') {
    state.hold = undefined;
  } else {
    const reason = event.reason === 'crashes' ? 'quarantined' : 'paused';
    state.hold = { reason, detail: event.detail, since: state.hold?.since ?? event.at };
  }
  freeze(state, event.at);
  if (state.startedAt !== undefined) state.status = liveStatus(state);
}

/** Stops the time of timeouts while the run has a hold or a unit is paused at a breakpoint. */
function freeze(state: RunState, at: string): void {
  const isFrozen = state.hold !== undefined || state.pauses > 0;
  if (isFrozen === (state.frozenSince !== undefined)) return;
  state.pausedMs = pausedMs(state, Date.parse(at));
  state.frozenSince = isFrozen ? at : undefined;
}

function finishRun(
  state: RunState,
  status: RunStatus,
  event: { at: string; outputs: Record<string, Payload> },
): void {
  state.hold = undefined;
  state.pauses = 0;
  freeze(state, event.at);
  state.status = status;
  state.finishedAt = event.at;
  state.outputs = event.outputs;
}

function applyStepEvent(state: RunState, event: StepEvent): void {
  const path = 'iteration' in event ? (event.iteration ?? []) : [];
  const known = state.steps.get(event.step);
  const before = known ?? PENDING_UNIT;
  const activityBefore = known && activityOf(known);
  const pausesBefore = countPaused(state, event.step, path);
  const after =
    path.length === 0 ? applyToUnit(before, event, state) : applyBelow(before, path, event, state);
  ownMap(state.steps).replace(event.step, after, activityBefore);
  if (known) state.counts[known.status] -= 1;
  state.counts[after.status] += 1;
  applyToRun(state, event);
  state.pauses += countPaused(state, event.step, path) - pausesBefore;
  freeze(state, event.at);
  if (state.startedAt !== undefined) state.status = liveStatus(state);
}

/** What an event about a unit changes in the run. */
function applyToRun(state: RunState, event: StepEvent): void {
  if (event.type === 'step_failed' && event.ends_run)
    state.ending ??= { step: event.step, error: event.error };
  if (event.type === 'step_reused') state.outputs = { ...state.outputs, ...event.set };
  if (event.type === 'chunk_ended' && event.ending)
    state.ending ??= { step: event.step, error: event.ending };
  if (event.type === 'step_paused' || event.type === 'pause_answered')
    state.debug = debugAfter(state.debug, event);
}

/** 1 when the unit is paused at a breakpoint. */
function countPaused(state: RunState, step: string, iteration: readonly number[]): 0 | 1 {
  return findUnit(state, { step, iteration })?.pause ? 1 : 0;
}

/** `waiting` when the run waits only for timers and people, or is paused; otherwise `running`. */
function liveStatus({ steps, hold }: RunState): RunStatus {
  if (hold) return 'waiting';
  const { activeCount, idleCount } = ownMap(steps);
  return idleCount > 0 && activeCount === 0 ? 'waiting' : 'running';
}

function applyBelow(unit: UnitState, path: readonly number[], event: StepEvent, run: RunMoment): UnitState {
  const [index, ...rest] = path;
  if (index === undefined) return unit;
  if (event.type === 'step_reused') return withReusable(unit, index, event, run);
  if (!unit.iterations) return unit;
  const units = ownMap(unit.iterations.units);
  const known = units.get(index);
  const before = known ?? PENDING_UNIT;
  const activityBefore = known && activityOf(known);
  const after = rest.length === 0 ? applyToUnit(before, event, run) : applyBelow(before, rest, event, run);
  units.replace(index, after, activityBefore);
  return { ...unit, iterations: { ...unit.iterations, units } };
}

/** Only this module makes and changes maps of units; they are read-only elsewhere. */
function ownMap<K>(units: ReadonlyMap<K, UnitState>): UnitMap<K> {
  return units as UnitMap<K>;
}
