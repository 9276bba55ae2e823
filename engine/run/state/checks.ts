import type { Json } from '../../json';
import type { Payload } from './events';
import { isTerminal, PENDING_UNIT } from './fold';
import type { IterationsState, RunState, StepStatus, UnitState } from './state';
import { findUnit, parentOf, type UnitAddress, unitKey } from './unit';
import { UnitMap } from './unit-map';

/** Units that replace checks which are no longer read, by status. The journal has the whole check. */
const FORGOTTEN = new Map<StepStatus, UnitState>();

/** The key of the wait that a unit belongs to: the unit is a check of that wait, or inside one. */
export function checkedBy(state: RunState, address: UnitAddress): string | undefined {
  for (let above = parentOf(address); above; above = parentOf(above)) {
    if (findUnit(state, above)?.iterations?.as !== undefined) return unitKey(above);
  }
  return undefined;
}

/**
 * Drops the values of all checks before the newest poll, which no condition reads again. A wait that checks for days then
 * uses no more memory than one that checks once.
 */
export function dropOldChecks(state: RunState): RunState {
  for (const unit of state.steps.values()) dropBelow(unit);
  return state;
}

/** Index of the first check of the newest poll of a wait. The checks of one poll have its number as their item. */
export function newestPoll({ items }: Pick<IterationsState, 'items'>): number {
  const poll = pollOf(items.at(-1));
  let first = items.length - 1;
  while (first > 0 && pollOf(items[first - 1]) === poll) first -= 1;
  return first;
}

/** Drops the values of the checks of the newest poll, when a wait begins another one. @returns whether it does */
export function dropPollBefore({ iterations }: UnitState, item: Json | undefined): boolean {
  if (iterations?.as === undefined || pollOf(iterations.items.at(-1)) === item) return false;
  for (let index = newestPoll(iterations); index < iterations.items.length; index += 1) {
    drop(iterations.units, index);
  }
  return true;
}

/** The number of a poll is never large enough to be stored elsewhere. */
function pollOf(item: Payload | undefined): Json | undefined {
  return item && 'value' in item ? item.value : undefined;
}

function dropBelow({ iterations }: UnitState): void {
  if (!iterations) return;
  const newest = iterations.as === undefined ? 0 : newestPoll(iterations);
  for (const [index, child] of iterations.units) {
    if (index < newest) drop(iterations.units, index);
    else dropBelow(child);
  }
}

function drop(units: ReadonlyMap<number, UnitState>, index: number): void {
  const unit = units.get(index);
  if (unit && isTerminal(unit.status) && units instanceof UnitMap) units.set(index, forgotten(unit.status));
}

function forgotten(status: StepStatus): UnitState {
  const known = FORGOTTEN.get(status) ?? Object.freeze({ ...PENDING_UNIT, status });
  FORGOTTEN.set(status, known);
  return known;
}
