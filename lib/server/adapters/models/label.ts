import { ActionError } from '@/engine';

/** Longest name of a file, in UTF-16 units. */
const MAX_LENGTH = 1024;
/** Control characters, and marks that turn the direction of text around. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * The name of a file as a label with `/` between its parts. No file is stored under it, but runtimes and people read it.
 * @throws ActionError `rejected` for names that would lead out of a folder
 */
export function checkedLabel(path: string): string {
  const parts = path.split('/');
  const leadsOut =
    parts.some((part) => part === '' || part === '.' || part === '..') || /\\|^[A-Za-z]:/.test(path);
  if (!leadsOut && !HIDDEN.test(path) && path.length <= MAX_LENGTH) return path;
  const shown = JSON.stringify(path.slice(0, 100));
  throw new ActionError(
    'rejected',
    `The source names a file ${shown}, which is not a relative name without control characters. Check the source.`,
    { code: 'hostile_name' },
  );
}

/** Whether a name matches one of some patterns: `*` is any text within a folder, and a pattern without `/` is about the last part. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const subject = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
    return matches(subject, pattern);
  });
}

/** Linear time: each star takes as little as possible, and none crosses a folder. */
function matches(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  const end = text.length - last.length;
  const gaps: string[] = [];
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    gaps.push(text.slice(at, found));
    at = found + part.length;
  }
  gaps.push(text.slice(at, end));
  return gaps.every((gap) => !gap.includes('/'));
}
