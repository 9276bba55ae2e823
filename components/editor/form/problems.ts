import type { Diagnostic } from '@/engine';

/** Problems at a path, and those below it that no field of their own shows. */
export function problemsAt(
  problems: readonly Diagnostic[],
  path: string,
  shownBelow: readonly string[] = [],
): Diagnostic[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const isHere =
      problem.path === path ||
      (problem.path.startsWith(`${path}.`) && !shownBelow.some((shown) => isWithin(problem.path, shown)));
    const key = `${problem.path} ${problem.message}`;
    if (!isHere || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}

/** The worst severity among problems; undefined without any. */
export function worstOf(problems: readonly Diagnostic[]): Diagnostic['severity'] | undefined {
  if (problems.some((problem) => problem.severity === 'error')) return 'error';
  return problems.length > 0 ? 'warning' : undefined;
}
