import type { ChunksState, IterationsState, StepStatus } from '@/engine';
import { hasWarning } from '@/engine/run/state/count-warnings';

/** A status of a cell: `warning` for iterations that completed although something in them failed. */
export type CellStatus = StepStatus | 'warning';

/** One cell of the strip: a single iteration, or several neighbours when there are too many to draw. */
export interface IterationCell {
  /** Its first and last iteration, counted from 0. */
  readonly first: number;
  readonly last: number;
  /** The status with the highest priority among them. */
  readonly status: CellStatus;
  readonly failed: number;
}

/** Largest number of cells that can be distinguished at the width of a panel. */
export const MAX_CELLS = 200;

/** Statuses by priority: a group shows the first of these that one of its members has. */
const BY_PRIORITY: readonly CellStatus[] = [
  'failed',
  'retrying',
  'waiting',
  'running',
  'cancelled',
  'warning',
  'pending',
  'skipped',
  'completed',
];

/** The strip of a loop: one cell per iteration, or per group of equal size above the limit. */
export function iterationCells(iterations: IterationsState, limit = MAX_CELLS): IterationCell[] {
  const statusOf = (index: number) => statusIn(iterations, index);
  return cellsOf(iterations.total, limit, statusOf);
}

/** The strip of a chunked loop: one cell per chunk, or per group of equal size above the limit. */
export function chunkCells(chunks: ChunksState, limit = MAX_CELLS): IterationCell[] {
  return cellsOf(chunks.items.length, limit, (part) => partStatus(chunks, part));
}

function partStatus({ ended, open, waiting }: ChunksState, part: number): StepStatus {
  const end = ended.get(part);
  if (end) return end.failed > 0 ? 'failed' : end.status;
  if (!open.has(part)) return 'pending';
  return waiting.has(part) ? 'waiting' : 'running';
}

function cellsOf(total: number, limit: number, statusOf: (index: number) => CellStatus): IterationCell[] {
  const size = Math.max(1, Math.ceil(total / limit));
  const cells: IterationCell[] = [];
  for (let first = 0; first < total; first += size) {
    cells.push(cell(statusOf, first, Math.min(first + size, total) - 1));
  }
  return cells;
}

function cell(statusOf: (index: number) => CellStatus, first: number, last: number): IterationCell {
  let loudest = BY_PRIORITY.length - 1;
  let failed = 0;
  for (let index = first; index <= last; index += 1) {
    const status = statusOf(index);
    if (status === 'failed') failed += 1;
    loudest = Math.min(loudest, BY_PRIORITY.indexOf(status));
  }
  return { first, last, status: BY_PRIORITY[loudest] ?? 'pending', failed };
}

/** The status of an iteration to show. */
export function statusIn({ units }: IterationsState, index: number): CellStatus {
  const unit = units.get(index);
  return unit && hasWarning(unit) ? 'warning' : (unit?.status ?? 'pending');
}

/** Number of iterations that completed although something in them failed. */
export function countWarned({ units }: IterationsState): number {
  return [...units.values()].filter(hasWarning).length;
}

/** Number of iterations in each status; those not started count as `pending`. */
export function countIterations(iterations: IterationsState): Partial<Record<StepStatus, number>> {
  const counts: Partial<Record<StepStatus, number>> = {};
  for (const unit of iterations.units.values()) counts[unit.status] = (counts[unit.status] ?? 0) + 1;
  const notStarted = iterations.total - iterations.units.size;
  if (notStarted > 0) counts.pending = (counts.pending ?? 0) + notStarted;
  return counts;
}

/** The next failed iteration after `from`, or before it with `step` -1, wrapping around; undefined when none failed. */
export function nextFailed(iterations: IterationsState, from: number, step: 1 | -1 = 1): number | undefined {
  const total = iterations.total;
  for (let distance = 1; distance <= total; distance += 1) {
    const index = (((from + step * distance) % total) + total) % total;
    if (iterations.units.get(index)?.status === 'failed') return index;
  }
  return undefined;
}

/** The iteration to show first: a failed one, otherwise an active one, otherwise the first. */
export function iterationToShow(iterations: IterationsState): number {
  let going: number | undefined;
  for (const [index, unit] of iterations.units) {
    if (unit.status === 'failed') return index;
    if (unit.status === 'running' || unit.status === 'retrying') going ??= index;
  }
  return going ?? iterations.first;
}
