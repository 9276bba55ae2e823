import type { RunWarnings } from './run-warnings';
import type { IterationsState, RunState, UnitState } from './state';

/** Counts the failures and skips in the steps of a run; undefined when there are none. */
export function warningsOf({ steps }: Pick<RunState, 'steps'>): RunWarnings | undefined {
  const warnings = { failedSteps: 0, failedIterations: 0, iterations: 0, errorResponses: 0, skippedSteps: 0 };
  for (const unit of steps.values()) {
    if (unit.status === 'failed') warnings.failedSteps += 1;
    if (unit.status === 'skipped') warnings.skippedSteps += 1;
    addUnit(warnings, unit);
  }
  return Object.values(warnings).some((number) => number > 0) ? warnings : undefined;
}

/** Counts what failed inside a unit, without its own warning; undefined when nothing did. */
export function warningsInside(unit: UnitState): UnitState['reusedWarnings'] {
  const warnings = { failedSteps: 0, failedIterations: 0, iterations: 0, errorResponses: 0, skippedSteps: 0 };
  addInside(warnings, unit);
  const { failedIterations, iterations, errorResponses } = warnings;
  return failedIterations + errorResponses > 0 ? { failedIterations, iterations, errorResponses } : undefined;
}

/** Whether a unit completed although something in it failed: an iteration, or the request that it sent. */
export function hasWarning(unit: UnitState): boolean {
  if (unit.status !== 'completed') return false;
  if (unit.warning !== undefined || unit.reusedWarnings !== undefined) return true;
  if ((unit.chunks?.failed ?? 0) > 0) return true;
  if (!unit.iterations) return false;
  return [...unit.iterations.units.values()].some((each) => each.status === 'failed' || hasWarning(each));
}

type Counts = { -readonly [Name in keyof RunWarnings]: number };

function addUnit(warnings: Counts, unit: UnitState): void {
  if (unit.warning) warnings.errorResponses += 1;
  addInside(warnings, unit);
}

function addInside(warnings: Counts, unit: UnitState): void {
  const { reusedWarnings: known } = unit;
  if (known) {
    warnings.failedIterations += known.failedIterations;
    warnings.iterations += known.iterations;
    warnings.errorResponses += known.errorResponses;
  }
  if (unit.chunks && unit.chunks.failed > 0) {
    warnings.failedIterations += unit.chunks.failed;
    warnings.iterations += unit.chunks.total;
  }
  if (unit.iterations) addIterations(warnings, unit.iterations);
}

function addIterations(warnings: Counts, { units, total }: IterationsState): void {
  let failed = 0;
  for (const unit of units.values()) {
    if (unit.status === 'failed') failed += 1;
    addUnit(warnings, unit);
  }
  if (failed === 0) return;
  warnings.failedIterations += failed;
  warnings.iterations += total;
}
