import { commonItems } from './common-items';

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

/** Largest product of two lengths of lists whose items are matched by content: 4 MB of numbers. */
const MAX_MATCHES = 1_000_000;

/**
 * Whether the items of two lists are matched by content. Others are by position: of lists of one length it is the better
 * match, and of long lists matching takes too long.
 */
export function areMatched(left: number, right: number): boolean {
  return left !== right && left * right <= MAX_MATCHES;
}

/**
 * The ranges between the items that two lists have in common, with a text per item: equal items at both ends, and between
 * them a longest common subsequence.
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
  const common = commonItems(lefts.slice(start, leftEnd), rights.slice(start, rightEnd));
  for (const [i, j] of common) {
    const [to, other] = [start + i, start + j];
    if (to > left || other > right)
      found.push({ left: { from: left, to }, right: { from: right, to: other } });
    [left, right] = [to + 1, other + 1];
  }
  found.push({ left: { from: left, to: leftEnd }, right: { from: right, to: rightEnd } });
  return found;
}
