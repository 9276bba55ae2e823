import type { UnitState } from '../state/state';

/** Whether a run passed an edge. `open` while that is not decided. */
export type Passage = 'open' | 'taken' | 'active' | 'missed';

/** Whether a run passed an edge from one step to another. */
export function passage(
  branch: string | undefined,
  from: UnitState | undefined,
  to: UnitState | undefined,
): Passage {
  if (from === undefined || !hasEnded(from)) return 'open';
  if (from.status === 'skipped' || from.status === 'cancelled') return 'missed';
  if (branch !== undefined && from.branch !== undefined && from.branch.taken !== branch) return 'missed';
  if (to === undefined || to.status === 'pending') return 'open';
  if (to.status === 'skipped') return 'missed';
  return to.status === 'running' || to.status === 'retrying' ? 'active' : 'taken';
}

function hasEnded(unit: UnitState): boolean {
  return unit.finishedAt !== undefined || unit.status === 'skipped' || unit.status === 'cancelled';
}
