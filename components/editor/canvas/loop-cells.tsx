import { chunkCells, type IterationCell, iterationCells } from '@/components/run-state/iteration-cells';
import { clsx } from '@/components/ui/clsx';
import type { UnitState } from '@/engine';
import styles from './loop-cells.module.css';

export interface LoopCellsProps {
  unit: UnitState | undefined;
  /** Its place on the card. */
  className?: string;
}

/** Largest number of cells: more would be narrower than a pixel on the card. */
const MAX_CELLS = 60;

/** The strip of a loop in a run: a cell for each iteration, or for several. Empty before the first. */
export function LoopCells({ unit, className }: LoopCellsProps) {
  const cells = cellsOf(unit);
  if (cells.length === 0) return null;
  return (
    <div className={clsx(styles.cells, className)} aria-hidden>
      {cells.map((cell) => (
        <span key={cell.first} className={styles.cell} data-status={cell.status} />
      ))}
    </div>
  );
}

function cellsOf(unit: UnitState | undefined): IterationCell[] {
  if (unit?.iterations) return iterationCells(unit.iterations, MAX_CELLS);
  return unit?.chunks ? chunkCells(unit.chunks, MAX_CELLS) : [];
}
