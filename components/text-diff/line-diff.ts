import { shortestEdits } from '@/engine';

/** One line of a difference of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/**
 * Largest number of edits in the search for the shortest difference; beyond it one text is shown as replaced by the
 * other.
 */
const MAX_EDITS = 1500;

/** The lines of two texts, in order, with the fewest added and removed. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [0, 0];
  const end = [a.length, b.length] as const;
  for (const [toA, toB] of [...(shortestEdits(a, b, MAX_EDITS) ?? []), end]) {
    for (const text of a.slice(x, toA)) lines.push({ kind: 'removed', text });
    for (const text of b.slice(y, toB)) lines.push({ kind: 'added', text });
    const text = a[toA];
    if (text !== undefined) lines.push({ kind: 'same', text });
    [x, y] = [toA + 1, toB + 1];
  }
  return lines;
}

/** Lines to show, or the number of equal lines that are left out. */
export type DiffBlock =
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'gap'; readonly count: number };

/** Number of equal lines shown around a difference. */
const CONTEXT = 3;

/** Differences with some equal lines around them. */
export function withContext(lines: readonly DiffLine[]): DiffBlock[] {
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== 'same') near.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  }
  const blocks: DiffBlock[] = [];
  let start = 0;
  for (let index = 1; index <= lines.length; index += 1) {
    if (index < lines.length && near[index] === near[start]) continue;
    const part = lines.slice(start, index);
    blocks.push(near[start] === true ? { kind: 'lines', lines: part } : { kind: 'gap', count: part.length });
    start = index;
  }
  return blocks;
}
