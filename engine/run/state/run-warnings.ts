import { z } from 'zod';

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

/** Whether a run with these warnings is marked: skipped steps alone are part of a successful run. */
export function isSerious(warnings: RunWarnings): boolean {
  return warnings.failedSteps + warnings.failedIterations + warnings.errorResponses > 0;
}

/** The warnings as text: `1 of 200 iterations failed, 2 steps skipped`. */
export function warningsText(warnings: RunWarnings): string {
  const { skippedSteps } = warnings;
  const skips = skippedSteps > 0 ? `${numberOf(skippedSteps, 'step')} skipped` : '';
  return [failuresText(warnings), skips].filter((part) => part !== '').join(', ');
}

/** The warnings without the skipped steps as text; empty when there are only skipped steps. */
export function failuresText(warnings: RunWarnings): string {
  const { failedSteps, failedIterations, iterations, errorResponses } = warnings;
  return [
    failedIterations > 0 && `${number(failedIterations)} of ${number(iterations)} iterations failed`,
    failedSteps > 0 && `${numberOf(failedSteps, 'step')} failed`,
    errorResponses > 0 && `${numberOf(errorResponses, 'response')} with an error status`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function numberOf(value: number, thing: string): string {
  return `${number(value)} ${thing}${value === 1 ? '' : 's'}`;
}
