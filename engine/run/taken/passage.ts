import type { UnitState } from '../state/state';

/** Whether a run passed an edge. `open` while that is not decided. */
export type Passage = 'open' | 'taken' | 'active' | 'missed';

/** The fields of a unit that decide whether its edges were passed. */
export type UnitPassage = Pick<UnitState, 'status' | 'finishedAt' | 'branch'>;

/** Whether a run passed an edge from one step to another. */
export function passage(
  branch: string | undefined,
  from: UnitPassage | undefined,
  to: UnitPassage | undefined,
): Passage {
  if (from === undefined || !hasEnded(from)) return 'open';
  if (from.status === 'skipped' || from.status === 'cancelled') return 'missed';
  if (branch !== undefined && from.branch !== undefined && from.branch.taken !== branch) return 'missed';
  if (to === undefined || to.status === 'pending') return 'open';
  if (to.status === 'skipped') return 'missed';
  return to.status === 'running' || to.status === 'retrying' ? 'active' : 'taken';
}

function hasEnded(unit: UnitPassage): boolean {
  return unit.finishedAt !== undefined || unit.status === 'skipped' || unit.status === 'cancelled';
}
