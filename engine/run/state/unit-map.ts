import type { ChunksState, UnitState } from './state';

/** Whether a unit keeps the run at work, or waits for a timer or a person; undefined when it has ended or not begun. */
export type Standing = 'at work' | 'at rest' | undefined;

/** A loop is idle when all of its active iterations are. Read before anything below the unit changes. */
export function standing(unit: UnitState): Standing {
  if (unit.status === 'waiting') return 'at rest';
  if (unit.status !== 'running' && unit.status !== 'retrying') return undefined;
  if (unit.chunks) return partsStanding(unit.chunks);
  const units = unit.iterations?.units;
  const rests = units instanceof UnitMap && units.atRest > 0 && units.atWork === 0;
  return rests ? 'at rest' : 'at work';
}

/** A loop whose chunks have all ended is about to end itself. */
function partsStanding({ open, waiting }: ChunksState): Standing {
  return open.size > 0 && waiting.size === open.size ? 'at rest' : 'at work';
}

/** Units by key, with a count of those active and idle: a run's status is known without visiting every step. */
export class UnitMap<K> extends Map<K, UnitState> {
  atWork = 0;
  atRest = 0;

  /** Sets a unit. @param stood how the one before it stood */
  replace(key: K, unit: UnitState, stood: Standing): void {
    this.#count(stood, -1);
    this.#count(standing(unit), 1);
    this.set(key, unit);
  }

  #count(how: Standing, by: 1 | -1): void {
    if (how === 'at work') this.atWork += by;
    if (how === 'at rest') this.atRest += by;
  }
}
