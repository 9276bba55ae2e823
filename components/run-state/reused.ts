import type { GivenSource, UnitState } from '@/engine';
import type { RunDetail } from '@/lib/contracts/runs';

const GIVEN: Readonly<Record<GivenSource, string>> = { pinned: 'pinned', entered: 'entered' };

/** Where a result was taken from, in words: `from #6`, `pinned`; undefined when this run executed the unit. */
export function resultOrigin(unit: UnitState | undefined, detail: RunDetail | undefined): string | undefined {
  if (unit?.given !== undefined) return GIVEN[unit.given];
  const run = reusedRun(unit, detail);
  return run && `from ${run}`;
}

function reusedRun(unit: UnitState | undefined, detail: RunDetail | undefined): string | undefined {
  if (unit?.reusedFrom === undefined) return undefined;
  const isParent = unit.reusedFrom === detail?.parentRunId && detail.parentNumber !== null;
  return isParent ? `#${detail.parentNumber}` : 'an earlier run';
}
