import { isTerminal, PENDING_UNIT } from './fold';
import type { RunState, StepStatus, UnitState } from './state';
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
 * Drops the values of all checks before the newest, which no condition reads again. A wait that checks for days then
 * uses no more memory than one that checks once.
 */
export function dropOldChecks(state: RunState): RunState {
  for (const unit of state.steps.values()) dropBelow(unit);
  return state;
}

/** Drops the values of the newest check of a wait, if it has one. */
export function dropNewestCheck(unit: UnitState): void {
  const { iterations } = unit;
  if (iterations?.as !== undefined) drop(iterations.units, iterations.items.length - 1);
}

function dropBelow({ iterations }: UnitState): void {
  if (!iterations) return;
  const newest = iterations.items.length - 1;
  for (const [index, child] of iterations.units) {
    if (iterations.as !== undefined && index < newest) drop(iterations.units, index);
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
