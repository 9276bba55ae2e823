import type { RunState, UnitState } from './state';

/** Names a step, or one iteration inside a loop: `score`, `score[6]`, `score[6][2]`. */
export interface UnitAddress {
  readonly step: string;
  readonly iteration: readonly number[];
}

/** The address as text: unique within a run, and part of the idempotency key. */
export function unitKey({ step, iteration }: UnitAddress): string {
  return step + iteration.map((index) => `[${index}]`).join('');
}

/** The address as events carry it. */
export function addressFields({ step, iteration }: UnitAddress): { step: string; iteration?: number[] } {
  return iteration.length === 0 ? { step } : { step, iteration: [...iteration] };
}

/** The address of an event. */
export function addressOf(event: { step: string; iteration?: number[] | undefined }): UnitAddress {
  return { step: event.step, iteration: event.iteration ?? [] };
}

/** Finds a unit in a state; undefined when no event has named it. */
export function findUnit(state: RunState, { step, iteration }: UnitAddress): UnitState | undefined {
  let unit = state.steps.get(step);
  for (const index of iteration) unit = unit?.iterations?.units.get(index);
  return unit;
}

/** The loop that an iteration belongs to. */
export function parentOf({ step, iteration }: UnitAddress): UnitAddress | undefined {
  return iteration.length === 0 ? undefined : { step, iteration: iteration.slice(0, -1) };
}

/** One iteration of a loop. */
export function childOf({ step, iteration }: UnitAddress, index: number): UnitAddress {
  return { step, iteration: [...iteration, index] };
}

/** Every unit that waits: for a timer of its own, or for a person. */
export function* waitingUnits(state: RunState): Iterable<UnitAddress> {
  for (const [step, unit] of state.steps) yield* waitingBelow({ step, iteration: [] }, unit);
}

function* waitingBelow(address: UnitAddress, unit: UnitState): Iterable<UnitAddress> {
  if (unit.status === 'waiting') yield address;
  for (const [index, child] of unit.iterations?.units ?? [])
    yield* waitingBelow(childOf(address, index), child);
}
