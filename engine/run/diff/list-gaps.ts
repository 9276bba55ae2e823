import { commonItems } from './common-items';
import { shortestEdits } from './edit-path';

/** Positions of a list: `to` is not among them. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Two ranges of positions between items that both lists have. */
export interface Gap {
  readonly left: Range;
  readonly right: Range;
}

/** Largest product of two lengths of lists of which all pairs of items are compared: 4 MB of numbers. */
const MAX_PAIRS = 1_000_000;

/** Longest list whose items are matched by content otherwise: each takes a text in memory. */
const MAX_ITEMS = 20_000;

/** Largest number of insertions and removals that are searched in such lists: 4 MB of numbers. */
const MAX_EDITS = 1000;

/** The same in lists with as many items: few are enough to find items that moved, and most lists have none. */
const MAX_SHIFT = 100;

/** Whether the items of two lists are matched by content. Others are by position: matching takes too long. */
export function areMatched(left: number, right: number): boolean {
  return left * right <= MAX_PAIRS || Math.max(left, right) <= MAX_ITEMS;
}

/**
 * The ranges between the items that two lists have in common, with a text per item: equal items at both ends, and between
 * them a longest common subsequence. Lists with as many items have them in common by position, unless fewer insertions
 * and removals explain the difference.
 */
export function gapsBetween(lefts: readonly string[], rights: readonly string[]): Gap[] {
  const shorter = Math.min(lefts.length, rights.length);
  let start = 0;
  while (start < shorter && lefts[start] === rights[start]) start += 1;
  let end = 0;
  while (end < shorter - start && lefts.at(-1 - end) === rights.at(-1 - end)) end += 1;
  const [leftEnd, rightEnd] = [lefts.length - end, rights.length - end];
  const found: Gap[] = [];
  let [left, right] = [start, start];
  const common = commonBetween(lefts.slice(start, leftEnd), rights.slice(start, rightEnd));
  for (const [i, j] of common) {
    const [to, other] = [start + i, start + j];
    if (to > left || other > right)
      found.push({ left: { from: left, to }, right: { from: right, to: other } });
    [left, right] = [to + 1, other + 1];
  }
  found.push({ left: { from: left, to: leftEnd }, right: { from: right, to: rightEnd } });
  return found;
}

/** Pairs of positions of common items; none where they are matched by position. */
function commonBetween(lefts: readonly string[], rights: readonly string[]): readonly [number, number][] {
  if (lefts.length === rights.length) {
    // At least as many edits as positions that differ explain no more.
    const most = Math.min(differing(lefts, rights) - 1, MAX_SHIFT);
    return shortestEdits(lefts, rights, most) ?? [];
  }
  if (lefts.length * rights.length <= MAX_PAIRS) return commonItems(lefts, rights);
  return shortestEdits(lefts, rights, MAX_EDITS) ?? [];
}

/** Number of positions at which two lists of one length differ. */
function differing(lefts: readonly string[], rights: readonly string[]): number {
  return lefts.reduce((count, item, index) => (item === rights[index] ? count : count + 1), 0);
}
