import { ActionError } from '@/engine';

/** Longest name of a file, in UTF-16 units. */
const MAX_LENGTH = 1024;
/** Control characters, and marks that change the direction of text. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Validates the name of a file as a label with `/` between its parts. Runtimes and people read it; no content is stored
 * under it.
 * @throws ActionError `rejected` for names that would lead outside a folder
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

/**
 * Whether a name matches one of the patterns: `*` is any text within a folder, and a pattern without `/` applies to the
 * last part.
 */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const subject = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
    return matches(subject, pattern);
  });
}

/** Matches in linear time: each `*` is lazy and does not cross a folder. */
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
