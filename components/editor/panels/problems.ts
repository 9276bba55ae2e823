import { createObservable } from '@/components/ui/observable';
import type { Diagnostic } from '@/engine';
import { focusField } from '../inspector/focus-field';

/** The last visited problem, by `problemKey`. */
export const currentProblem = createObservable<string | undefined>(undefined);

/** Goes to a problem: selects its step, opens the field and focuses it. */
export function goToProblem(problem: Diagnostic): void {
  currentProblem.set(problemKey(problem));
  focusField(problem.step, problem.path);
}

/**
 * Goes to the next problem (F8) or the previous one (Shift+F8) and returns it; undefined without problems.
 */
export function jumpToProblem(problems: readonly Diagnostic[], direction: 1 | -1): Diagnostic | undefined {
  const sorted = sortProblems(problems);
  const at = sorted.findIndex((problem) => problemKey(problem) === currentProblem.get());
  const next = neighbour(sorted, at < 0 ? undefined : at, direction);
  const problem = next === undefined ? undefined : sorted[next];
  if (problem !== undefined) goToProblem(problem);
  return problem;
}

/** Sorts problems for the panel: errors first, otherwise in document order. */
export function sortProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return [
    ...problems.filter((one) => one.severity === 'error'),
    ...problems.filter((one) => one.severity === 'warning'),
  ];
}

/**
 * The next or previous problem, wrapping around. Without a current one, forward starts with the first and
 * backward with the last.
 */
export function neighbour(
  problems: readonly Diagnostic[],
  current: number | undefined,
  direction: 1 | -1,
): number | undefined {
  if (problems.length === 0) return undefined;
  if (current === undefined || current >= problems.length) return direction === 1 ? 0 : problems.length - 1;
  return (current + direction + problems.length) % problems.length;
}

/** The location of a problem: `deploy · replicas`. */
export function whereText(problem: Diagnostic): string {
  const path = problem.path.replace(/^params\./, '');
  if (problem.step === undefined) return problem.path === '' ? 'pipeline' : `pipeline · ${problem.path}`;
  return path === '' || path === 'id' ? problem.step : `${problem.step} · ${path}`;
}

/** Identifies a problem across changes, so that it stays selected. */
export function problemKey(problem: Diagnostic): string {
  return [problem.code, problem.step ?? '', problem.path, problem.range?.start ?? '', problem.message].join(
    ' ',
  );
}
