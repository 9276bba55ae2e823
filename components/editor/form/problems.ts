import type { Diagnostic } from '@/engine';

/** Problems at a path, and those below it that no field of their own shows. */
export function problemsAt(
  problems: readonly Diagnostic[],
  path: string,
  shownBelow: readonly string[] = [],
): Diagnostic[] {
  return problems.filter((problem) => {
    if (problem.path === path) return true;
    if (!problem.path.startsWith(`${path}.`)) return false;
    return !shownBelow.some((shown) => problem.path === shown || problem.path.startsWith(`${shown}.`));
  });
}

/** The worst severity among problems; undefined without any. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic['severity'] | undefined {
  if (problems.some((problem) => problem.severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}
