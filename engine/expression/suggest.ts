/** The candidate closest to a mistyped word; undefined when none is similar. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  const letters = lettersOf(wanted);
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const limit = best ? best.distance - 1 : Number.POSITIVE_INFINITY;
    const distance = likeness(wanted, letters, candidate.toLowerCase(), limit);
    if (distance !== undefined) best = { candidate, distance };
  }
  return best?.candidate;
}

/**
 * Distance of a candidate that is similar enough and within the limit; otherwise undefined. A shared whole word (`body`
 * of `response_body`) counts too, after all typos.
 */
function likeness(wanted: string, letters: number, candidate: string, limit: number): number | undefined {
  if (limit < 0) return undefined;
  if (wanted.length > 100 || candidate.length > 100) return wanted === candidate ? 0 : undefined;
  const longest = Math.max(wanted.length, candidate.length);
  const most = Math.min(Math.floor(longest / 3), limit);
  if (mayBeWithin(most, wanted, letters, candidate)) {
    const distance = editDistance(wanted, candidate, most);
    if (distance !== undefined) return distance;
  }
  if (wanted.length < 3 || longest > limit || !candidate.includes(wanted)) return undefined;
  const parts = candidate.split(/[_-]/);
  return parts.includes(wanted) ? longest : undefined;
}

/**
 * Returns false when the distance is certainly larger: each edit changes the length by at most one and adds at most one
 * letter. A pipeline of thousands of steps has millions of pairs, and this excludes nearly all of them.
 */
function mayBeWithin(most: number, wanted: string, letters: number, candidate: string): boolean {
  if (Math.abs(wanted.length - candidate.length) > most) return false;
  return countBits(letters & ~lettersOf(candidate)) <= most;
}

/** The set of characters of a word as bits; several characters share a bit. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/**
 * Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. Undefined when it is
 * larger than the limit: once two rows in sequence exceed it, every later row does.
 */
function editDistance(from: string, to: string, limit: number): number | undefined {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = nextRow(from, to, row, last, beforeLast);
    if (Math.min(...last) > limit && Math.min(...current) > limit) return undefined;
    beforeLast = last;
    last = current;
  }
  const distance = at(last, to.length);
  return distance <= limit ? distance : undefined;
}

/** Distances of the first `row` characters of a text from each beginning of another. */
function nextRow(from: string, to: string, row: number, last: number[], beforeLast: number[]): number[] {
  const current = [row];
  for (let column = 1; column <= to.length; column += 1) {
    const same = from[row - 1] === to[column - 1];
    let cost = Math.min(
      at(last, column) + 1,
      at(current, column - 1) + 1,
      at(last, column - 1) + (same ? 0 : 1),
    );
    const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
    current.push(cost);
  }
  return current;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
