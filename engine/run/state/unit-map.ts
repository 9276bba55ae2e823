import type { ChunksState, UnitState } from './state';

/** Whether a unit is executing, or waits for a timer or a person; undefined when it has ended or not begun. */
export type UnitActivity = 'active' | 'idle' | undefined;

/** A loop is idle when all of its active iterations are. Read before anything below the unit changes. */
export function activityOf(unit: UnitState): UnitActivity {
  if (unit.status === 'waiting') return 'idle';
  if (unit.status !== 'running' && unit.status !== 'retrying') return undefined;
  if (unit.chunks) return chunksActivity(unit.chunks);
  const units = unit.iterations?.units;
  const isIdle = units instanceof UnitMap && units.idleCount > 0 && units.activeCount === 0;
  return isIdle ? 'idle' : 'active';
}

/** A loop whose chunks have all ended is active, since it ends next. */
function chunksActivity({ open, waiting }: ChunksState): UnitActivity {
  return open.size > 0 && waiting.size === open.size ? 'idle' : 'active';
}

/** Units by key, with a count of those active and idle: a run's status is known without visiting every step. */
export class UnitMap<K> extends Map<K, UnitState> {
  activeCount = 0;
  idleCount = 0;

  /** Sets a unit. @param before activity of the unit that it replaces */
  replace(key: K, unit: UnitState, before: UnitActivity): void {
    this.#count(before, -1);
    this.#count(activityOf(unit), 1);
    this.set(key, unit);
  }

  #count(activity: UnitActivity, by: 1 | -1): void {
    if (activity === 'active') this.activeCount += by;
    if (activity === 'idle') this.idleCount += by;
  }
}
