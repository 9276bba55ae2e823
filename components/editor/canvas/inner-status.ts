import { countIterations } from '@/components/run-state/iteration-cells';
import { isOpen } from '@/components/run-state/status';
import type { Status } from '@/components/ui/status';
import type { UnitState } from '@/engine';

/** What the inner card of a loop shows of a run. */
export interface InnerStatus {
  readonly status: Status;
  readonly text: string;
}

/** How the iterations of a loop stand: paused ones count most, then failed ones. Undefined before the first is planned. */
export function innerStatus(unit: UnitState | undefined, status: Status): InnerStatus | undefined {
  const counts = unit && countsOf(unit);
  if (!counts) return undefined;
  const paused = [...(unit.iterations?.units.values() ?? [])].filter(
    ({ pause }) => pause !== undefined,
  ).length;
  if (paused > 0) return { status: 'paused', text: `${number(paused)} paused` };
  const { failed, completed, total } = counts;
  if (failed > 0) return { status: 'failed', text: `${number(failed)} of ${number(total)} failed` };
  const text = `${number(completed)} of ${number(total)} ${isOpen(unit.status) ? 'done' : 'completed'}`;
  return { status, text };
}

/** The iteration that the inner card shows: the chosen one, when it is in memory. */
export function chosenIteration(
  unit: UnitState | undefined,
  iteration: readonly number[],
): { readonly index: number; readonly unit: UnitState } | undefined {
  const [index] = iteration;
  const found = index === undefined ? undefined : unit?.iterations?.units.get(index);
  return found && index !== undefined ? { index, unit: found } : undefined;
}

function countsOf({ iterations, chunks }: UnitState) {
  if (chunks) return chunks;
  if (!iterations) return undefined;
  const { failed = 0, completed = 0 } = countIterations(iterations);
  return { failed, completed, total: iterations.total };
}

function number(value: number): string {
  return value.toLocaleString('en');
}
