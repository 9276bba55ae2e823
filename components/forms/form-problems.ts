import type { z } from 'zod';

/** What is wrong with a form, by path of the field: `resources.cpu_cores`; `all` for what belongs to none. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/**
 * The first problem of each field, and of the group that it is in.
 * @param wordsOf the sentence for a person
 */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  wordsOf: (issue: z.core.$ZodIssue) => string = ({ message }) => message,
): FormProblems {
  const problems: Record<string, string> = {};
  for (const issue of issues) {
    const words = wordsOf(issue);
    problems[issue.path.join('.') || 'all'] ??= words;
    problems[String(issue.path[0] ?? 'all')] ??= words;
  }
  return problems;
}
