import { createObservable } from '@/components/ui/observable';
import type { Diagnostic } from '@/engine';
import { focusField } from '../inspector/focus-field';

/** The problem that was gone to last, by `problemKey`. */
export const currentProblem = createObservable<string | undefined>(undefined);

/** Goes to a problem: selects its step, opens the field and puts the keyboard there. */
export function goToProblem(problem: Diagnostic): void {
  currentProblem.set(problemKey(problem));
  focusField(problem.step, problem.path);
}

/** Goes to the next problem (F8) or the one before (Shift+F8). Returns it; undefined when there is none. */
export function jumpToProblem(problems: readonly Diagnostic[], direction: 1 | -1): Diagnostic | undefined {
  const sorted = sortProblems(problems);
  const at = sorted.findIndex((problem) => problemKey(problem) === currentProblem.get());
  const next = neighbour(sorted, at < 0 ? undefined : at, direction);
  const problem = next === undefined ? undefined : sorted[next];
  if (problem !== undefined) goToProblem(problem);
  return problem;
}

/** Problems as the panel lists them: errors first, otherwise in the order of the document. */
export function sortProblems(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return [
    ...problems.filter((one) => one.severity === 'error'),
    ...problems.filter((one) => one.severity === 'warning'),
  ];
}

/** The problem to go to next. From none, forward starts with the first and backward with the last; it goes round. */
export function neighbour(
  problems: readonly Diagnostic[],
  current: number | undefined,
  direction: 1 | -1,
): number | undefined {
  if (problems.length === 0) return undefined;
  if (current === undefined || current >= problems.length) return direction === 1 ? 0 : problems.length - 1;
  return (current + direction + problems.length) % problems.length;
}

/** Where a problem is, for people: `deploy · replicas`. */
export function whereText(problem: Diagnostic): string {
  const path = problem.path.replace(/^params\./, '');
  if (problem.step === undefined) return problem.path === '' ? 'pipeline' : `pipeline · ${problem.path}`;
  return path === '' || path === 'id' ? problem.step : `${problem.step} · ${path}`;
}

/** Tells problems apart over time, so that the chosen one stays chosen while others come and go. */
export function problemKey(problem: Diagnostic): string {
  return [problem.code, problem.step ?? '', problem.path, problem.range?.start ?? '', problem.message].join(
    ' ',
  );
}
