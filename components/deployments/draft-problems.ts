import type { z } from 'zod';

/** What is wrong with a draft, by path of the field: `resources.cpu_cores`; `all` for what belongs to none. */
export type Problems = Readonly<Record<string, string | undefined>>;

/** The number that a text means: undefined when it is empty, NaN when it is none. */
export function numberOf(text: string): number | undefined {
  const typed = text.trim();
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}

/** The problems that a schema found, in words of a form. */
export function problemsOf(issues: readonly z.core.$ZodIssue[]): Problems {
  const problems: Record<string, string> = {};
  for (const issue of issues) problems[issue.path.join('.') || 'all'] ??= wordsOf(issue);
  return problems;
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small' && issue.origin !== 'string') {
    return issue.inclusive ? `Use ${issue.minimum} or more.` : `Use more than ${issue.minimum}.`;
  }
  if (issue.code === 'too_big' && issue.origin !== 'string') return `Use at most ${issue.maximum}.`;
  if (issue.code === 'too_small') return 'Enter a value.';
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.expected === 'int' ? 'Enter a whole number.' : 'Enter a number.';
}
