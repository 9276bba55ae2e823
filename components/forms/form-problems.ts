import type { z } from 'zod';
import { isStock, problemText } from '@/engine/schema-problem';

/** What is wrong with a form, by path of the field: `resources.cpu_cores`; `all` for what belongs to none. */
export type FormProblems = Readonly<Record<string, string | undefined>>;

/** The problem of a text that is no web address. */
const NO_ADDRESS = 'Enter a URL that starts with http:// or https://.';

/** The problem of a field for a web address; none while it is empty. */
export function addressProblem(text: string): string | undefined {
  return text.trim() === '' || isWebAddress(text.trim()) ? undefined : NO_ADDRESS;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** The first problem of each field, and of the group that it is in. */
export function problemsOf(issues: readonly z.core.$ZodIssue[]): FormProblems {
  const problems: Record<string, string> = {};
  for (const issue of issues) {
    const words = wordsOf(issue);
    problems[issue.path.join('.') || 'all'] ??= words;
    problems[String(issue.path[0] ?? 'all')] ??= words;
  }
  return problems;
}

/** The sentence of a problem for a person. */
function wordsOf(issue: z.core.$ZodIssue): string {
  if (!isStock(issue)) return issue.message;
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_type':
      return issue.expected === 'int' ? 'Enter a whole number.' : 'Enter a number.';
    case 'invalid_format':
      return issue.format === 'url' ? NO_ADDRESS : problemText('The value', issue);
    default:
      return problemText('The value', issue);
  }
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'string' || origin === 'array') return 'Enter a value.';
  return inclusive ? `Use ${minimum} or more.` : `Use more than ${minimum}.`;
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `Use at most ${maximum} characters.`;
  return origin === 'array' ? `Use at most ${maximum} entries.` : `Use at most ${maximum}.`;
}
