import type { MouseEvent } from 'react';
import {
  chunkCells,
  type IterationCell,
  iterationCells,
  nextFailed,
} from '@/components/run-state/iteration-cells';
import { useOptionalLens } from '@/components/run-state/run-context';
import { clsx } from '@/components/ui/clsx';
import { STATUS_LOOKS } from '@/components/ui/status';
import type { IterationsState, UnitState } from '@/engine';
import styles from './loop-cells.module.css';

export interface LoopCellsProps {
  stepId: string;
  unit: UnitState | undefined;
  /** Its place on the card. */
  className?: string;
}

/** Largest number of cells: more would be narrower than a pixel on the card. */
const MAX_CELLS = 60;

/** The strip of a loop in a run: a cell for each iteration, or for several. Empty before the first. */
export function LoopCells({ stepId, unit, className }: LoopCellsProps) {
  const lens = useOptionalLens();
  const cells = cellsOf(unit);
  if (cells.length === 0) return null;
  const iterations = unit?.iterations;
  const open = (event: MouseEvent, cell: IterationCell) => {
    if (iterations === undefined) return;
    event.stopPropagation();
    lens?.setFocus({ step: stepId, iteration: [iterationOf(cell, iterations)] });
  };
  return (
    // The strip of the inspector has the same cells for keyboards and screen readers.
    <div className={clsx(styles.cells, className)} aria-hidden>
      {cells.map((cell) => (
        <button
          key={cell.first}
          type="button"
          tabIndex={-1}
          className={clsx(styles.cell, 'nodrag nopan')}
          data-status={cell.status}
          title={titleOf(cell, iterations !== undefined)}
          onClick={(event) => open(event, cell)}
        />
      ))}
    </div>
  );
}

/** The iteration that a cell opens: its first failed one, otherwise its first. */
function iterationOf({ first, failed }: IterationCell, iterations: IterationsState): number {
  return failed > 0 ? (nextFailed(iterations, first - 1) ?? first) : first;
}

function titleOf({ first, last, status }: IterationCell, isSingle: boolean): string | undefined {
  if (!isSingle) return undefined;
  const which = first === last ? `Iteration ${first + 1}` : `Iterations ${first + 1} to ${last + 1}`;
  return `${which}: ${STATUS_LOOKS[status].word.toLowerCase()}`;
}

function cellsOf(unit: UnitState | undefined): IterationCell[] {
  if (unit?.iterations) return iterationCells(unit.iterations, MAX_CELLS);
  return unit?.chunks ? chunkCells(unit.chunks, MAX_CELLS) : [];
}
