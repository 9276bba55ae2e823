import type { UnitState } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';

/** The run that a result was taken from, in words: `#6`; undefined when this run executed the unit. */
export function reusedRun(unit: UnitState | undefined, detail: RunDetail | undefined): string | undefined {
  if (unit?.reusedFrom === undefined) return undefined;
  const isParent = unit.reusedFrom === detail?.parentRunId && detail.parentNumber !== null;
  return isParent ? `#${detail.parentNumber}` : 'an earlier run';
}
