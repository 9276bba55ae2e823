'use client';

import { useLens } from '@/components/run-state/run-context';
import { useRunContact } from '@/components/run-state/use-run';
import { Notice } from '@/components/ui/notice';
import { unitKey } from '@/engine';
import type { UnitSelection } from './selection';

export interface LinkNoticeProps {
  selected: UnitSelection;
}

/** Says that the run has no such iteration or attempt as the address names. Nothing while the run is loading. */
export function LinkNotice({ selected }: LinkNoticeProps) {
  const { focus } = useLens();
  const contact = useRunContact();
  const problem = missingIteration(selected) ?? missingAttempt(selected, focus.attempt);
  if (contact.state === 'opening' || focus.step !== selected.step || problem === undefined) return null;
  return <Notice status="stale" icon="link" title={problem} alert />;
}

function missingIteration({ step, iteration, loops, unit }: UnitSelection): string | undefined {
  if (unit !== undefined) return undefined;
  for (const [depth, index] of iteration.entries()) {
    const level = loops[depth]?.iterations;
    const loop = unitKey({ step, iteration: iteration.slice(0, depth) });
    if (level === undefined) return `${loop} has no iterations in this run.`;
    if (index >= level.total) {
      return `Iteration ${index + 1} of ${loop} is not in this run, which has ${level.total}.`;
    }
  }
  return undefined;
}

function missingAttempt({ unit, attempt }: UnitSelection, named: number | undefined): string | undefined {
  if (named === undefined || unit === undefined) return undefined;
  if (unit.attempts.some((each) => each.attempt === named)) return undefined;
  const shown = attempt ? ` Attempt ${attempt.attempt} is shown.` : '';
  return `Attempt ${named} is not in this run.${shown}`;
}
