import type { z } from 'zod';

/** Parses a number: undefined for empty text, NaN for invalid text. */
export function numberOf(text: string): number | undefined {
  const typed = text.trim();
  return typed === '' ? undefined : Number(typed.replace(',', '.'));
}

/** The message for an invalid field of a form. */
export function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small' && issue.origin !== 'string') {
    return issue.inclusive ? `Use ${issue.minimum} or more.` : `Use more than ${issue.minimum}.`;
  }
  if (issue.code === 'too_big' && issue.origin !== 'string') return `Use at most ${issue.maximum}.`;
  if (issue.code === 'too_small') return 'Enter a value.';
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.expected === 'int' ? 'Enter a whole number.' : 'Enter a number.';
}
