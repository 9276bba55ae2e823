import { z } from 'zod';
import type { IterationsState, RunState, UnitState } from './state';

const count = z.int().min(0);

/** What a reader of a completed run should know: numbers of failures that did not fail the run. */
export const runWarningsSchema = z.object({
  /** Steps that failed with `on_failure: continue`. */
  failedSteps: count,
  /** Failed iterations of completed loops, and all iterations of these loops. */
  failedIterations: count,
  iterations: count,
  /** Requests that were answered with a status of 400 or higher. */
  errorResponses: count,
  /** Steps that were skipped. */
  skippedSteps: count,
});
export type RunWarnings = z.infer<typeof runWarningsSchema>;

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

/** Whether a unit completed although something in it failed: an iteration, or the request that it sent. */
export function hasWarning(unit: UnitState): boolean {
  if (unit.status !== 'completed') return false;
  if (unit.warning !== undefined || (unit.chunks?.failed ?? 0) > 0) return true;
  if (!unit.iterations) return false;
  return [...unit.iterations.units.values()].some((each) => each.status === 'failed' || hasWarning(each));
}

/** Whether a run with these warnings is marked: skipped steps alone are part of a successful run. */
export function isSerious(warnings: RunWarnings): boolean {
  return warnings.failedSteps + warnings.failedIterations + warnings.errorResponses > 0;
}

/** The warnings as text: `1 of 200 items failed, 2 steps skipped`. */
export function warningsText(warnings: RunWarnings): string {
  const { skippedSteps } = warnings;
  const skips = skippedSteps > 0 ? `${numberOf(skippedSteps, 'step')} skipped` : '';
  return [failuresText(warnings), skips].filter((part) => part !== '').join(', ');
}

/** The warnings without the skipped steps as text; empty when there are only skipped steps. */
export function failuresText(warnings: RunWarnings): string {
  const { failedSteps, failedIterations, iterations, errorResponses } = warnings;
  return [
    failedIterations > 0 && `${number(failedIterations)} of ${number(iterations)} items failed`,
    failedSteps > 0 && `${numberOf(failedSteps, 'step')} failed`,
    errorResponses > 0 && `${numberOf(errorResponses, 'response')} with an error status`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

type Counts = { -readonly [Name in keyof RunWarnings]: number };

function addUnit(warnings: Counts, unit: UnitState): void {
  if (unit.warning) warnings.errorResponses += 1;
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

function number(value: number): string {
  return value.toLocaleString('en');
}

function numberOf(value: number, thing: string): string {
  return `${number(value)} ${thing}${value === 1 ? '' : 's'}`;
}
