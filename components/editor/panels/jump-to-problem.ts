import { createObservable } from '@/components/ui/observable';
import type { Diagnostic } from '@/engine';
import { focusField } from '../inspector/focus-field';
import { neighbour, problemKey, sortProblems } from './problems';

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
