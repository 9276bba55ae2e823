import { expect } from 'vitest';
import { buildGraph, type Graph } from '../pipeline/graph';
import { normalize } from '../pipeline/normalize';
import { DEFAULT_MAX_PARALLEL_STEPS } from '../pipeline/schema';
import { Loops } from '../run/controls/loops';
import { Frontier } from '../run/schedule/plan';
import type { RunEvent } from '../run/state/events';
import { applyEvent, emptyRunState, foldEvents, isTerminal } from '../run/state/fold';
import { type RunState, STEP_STATUSES, type UnitState } from '../run/state/state';
import { addressOf, findUnit, parentOf, type UnitAddress, unitKey } from '../run/state/unit';
import { UnitMap } from '../run/state/unit-map';
import { probes } from './probes';
import { hasEnded, type RandomResult, type RandomRun } from './random-runs';

const { descriptors } = probes().catalogue;

/** The outcome of a run, which must not depend on the executing process or on timing. */
export function outcome(state: RunState) {
  const effects = new Set(['read', 'put', 'send', 'loop']);
  return {
    status: state.status,
    steps: Object.fromEntries(
      [...state.steps]
        .map(([id, unit]) => [id, unit.status, effects.has(unit.action ?? '') && unit.output] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, status, output]) => [id, { status, output: isOfRests(state, id) ? undefined : output }]),
    ),
  };
}

/** Outputs of waits contain their duration. */
function isOfRests(state: RunState, id: string): boolean {
  return state.steps.get(id)?.iterations?.action === 'wait';
}

/**
 * Checks the invariants of a journal at each event.
 * @param old how many events an earlier runner wrote
 */
export function checkRun(run: RandomRun, result: RandomResult, old: number): void {
  const { events } = result;
  expect(hasEnded(result)).toBe(true);
  same(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
  );
  expect(foldEvents(events)).toEqual(withoutLoaded(result.runner.state));
  const graph = buildGraph(normalize(run.document, descriptors), descriptors);
  const limit = graph.pipeline.settings.max_parallel_steps ?? DEFAULT_MAX_PARALLEL_STEPS;
  const state = emptyRunState();
  const frontier = new Frontier(graph, state);
  const ended = new Set<string>();
  for (const event of events) {
    if (event.seq > old) checkStart(state, event, ended);
    applyEvent(state, event);
    const unit = unitOf(event);
    if (unit && event.type !== 'step_logged') {
      if (isTerminal(findUnit(state, unit)?.status ?? 'pending')) {
        ended.add(unitKey(unit));
        if (unit.iteration.length === 0) frontier.ended(unit.step);
      }
    }
    if (event.seq <= old) continue;
    checkCounts(state);
    checkFrontier(graph, state, frontier);
    if (state.counts.running > limit)
      throw new Error(`${state.counts.running} steps run at once, not ${limit}.`);
  }
}

function withoutLoaded(state: RunState): RunState {
  return { ...state, loaded: new Map() };
}

/**
 * Checks before an event: ended units get no more events, paused runs start nothing, loops start iterations
 * in order.
 */
function checkStart(state: RunState, event: RunEvent, ended: ReadonlySet<string>): void {
  same(isTerminal(state.status), false);
  const unit = unitOf(event);
  if (!unit) return;
  if (event.type !== 'step_logged') same(ended.has(unitKey(unit)), false);
  if (event.type !== 'step_started') return;
  const known = findUnit(state, unit);
  same(state.hold, undefined);
  same(event.attempt, (known?.attempts.length ?? 0) + 1);
  const loop = parentOf(unit);
  const iterations = loop && findUnit(state, loop)?.iterations;
  if (!loop || !iterations || event.attempt > 1) return;
  // A fresh count from the journal gives the same iteration.
  same(new Loops().take(loop, iterations), unit.iteration.at(-1));
}

/** Fast in the common case, with a readable difference on failure: called several hundred thousand times. */
function same(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

/** Compares incremental counts with fresh ones. */
function checkCounts(state: RunState): void {
  const counts = Object.fromEntries(STEP_STATUSES.map((status) => [status, 0]));
  for (const { status } of state.steps.values()) counts[status] = (counts[status] ?? 0) + 1;
  same(counts, state.counts);
  const counted = checkUnits(state.steps);
  if (state.hold || (state.status !== 'running' && state.status !== 'waiting')) return;
  const isIdle = counted.idleCount > 0 && counted.activeCount === 0;
  same(state.status, isIdle ? 'waiting' : 'running');
}

function checkUnits(units: ReadonlyMap<unknown, UnitState>): { activeCount: number; idleCount: number } {
  let [activeCount, idleCount] = [0, 0];
  for (const unit of units.values()) {
    const below = unit.iterations && checkUnits(unit.iterations.units);
    const isIdle = below !== undefined && below.idleCount > 0 && below.activeCount === 0;
    if (unit.status === 'waiting') idleCount += 1;
    else if (unit.status === 'running' || unit.status === 'retrying') {
      if (isIdle) idleCount += 1;
      else activeCount += 1;
    }
  }
  if (!(units instanceof UnitMap)) throw new Error('Units are counted in maps of their own.');
  same({ activeCount: units.activeCount, idleCount: units.idleCount }, { activeCount, idleCount });
  return { activeCount, idleCount };
}

/** Compares the incremental frontier with a fresh one. */
function checkFrontier(graph: Graph, state: RunState, frontier: Frontier): void {
  const isPending = (id: string) => (state.steps.get(id)?.status ?? 'pending') === 'pending';
  const fresh = new Frontier(graph, state);
  same(frontier.ready.filter(isPending).sort(), [...fresh.ready].sort());
}

function unitOf(event: RunEvent): UnitAddress | undefined {
  if (!('step' in event) || event.step === undefined) return undefined;
  if (event.type === 'run_failed' || event.type === 'output_set') return undefined;
  return addressOf(event);
}
