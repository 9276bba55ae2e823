import type { Descriptors } from '../../catalogue';
import type { GraphStep } from '../../pipeline/graph';
import type { UnitState } from '../state/state';

/** The releases of the actions that a unit performed: its own, and that of its iterations. */
export function recordedReleases(unit: UnitState | undefined): number[] {
  const [inner] = unit?.iterations?.units.values() ?? [];
  return [unit, inner].map((each) => each?.attempts.at(-1)?.release ?? 1);
}

/** The present releases of the same actions. */
export function actionReleases(
  { descriptor }: GraphStep,
  unit: UnitState | undefined,
  descriptors: Descriptors,
): number[] {
  if (!unit || unit.attempts.length === 0) return [1, 1];
  const inner = unit.iterations && unit.iterations.units.size > 0 ? unit.iterations.action : undefined;
  return [
    descriptor?.release ?? 1,
    (inner === undefined ? undefined : descriptors.find(inner)?.release) ?? 1,
  ];
}
