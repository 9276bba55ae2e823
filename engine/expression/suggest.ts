/** The candidate most likely meant by a mistyped word; undefined when none is near. */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = likeness(wanted, candidate.toLowerCase());
    if (distance !== undefined && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** Distance when near enough to suggest. A shared whole part (`body` of `response_body`) counts, after every typo. */
function likeness(wanted: string, candidate: string): number | undefined {
  if (wanted.length > 100 || candidate.length > 100) return wanted === candidate ? 0 : undefined;
  const longest = Math.max(wanted.length, candidate.length);
  const distance = editDistance(wanted, candidate);
  if (distance <= Math.floor(longest / 3)) return distance;
  const parts = candidate.split(/[_-]/);
  return wanted.length >= 3 && parts.includes(wanted) ? longest : undefined;
}

/** Optimal string alignment: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
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
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
