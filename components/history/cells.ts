import { formatDuration } from '@/components/ui/format';
import type { Status } from '@/components/ui/status';
import { STATUS_LOOKS } from '@/components/ui/status';
import type { HistoryRunRecord } from '@/lib/contracts/history';

/** How a step ended in a run. */
export type Cell = HistoryRunRecord['steps'][number];

/** The cells of a run by step. */
export function cellsOf(run: HistoryRunRecord): ReadonlyMap<string, Cell> {
  return new Map(run.steps.map((cell) => [cell.step, cell]));
}

/** The status to show for a cell. */
export function cellStatus(cell: Cell): Status {
  if (cell.reused && cell.status === 'completed') return 'reused';
  return cell.warning ? 'warning' : cell.status;
}

/** A cell in words: `fetch: Failed, 1.2 s, 3 attempts. No response within 5 s.` */
export function cellText(step: string, cell: Cell | undefined): string {
  if (!cell) return `${step}: Not reached`;
  const { durationMs, attempts = 1, error } = cell;
  const facts = [
    STATUS_LOOKS[cellStatus(cell)].word,
    ...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
  ];
  return `${step}: ${facts.join(', ')}${error === undefined ? '' : `. ${error}`}`;
}

/**
 * Every step that a run reached: those of `order` first, then others as runs reached them.
 * @param order steps of the newest version
 */
export function stepsOf(order: readonly string[], runs: readonly HistoryRunRecord[]): string[] {
  const steps = new Set(order);
  for (const run of runs) for (const { step } of run.steps) steps.add(step);
  return [...steps];
}
