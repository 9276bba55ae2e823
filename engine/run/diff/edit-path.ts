/**
 * Pairs of positions of a longest common subsequence of two lists, found along the shortest path of insertions and
 * removals: E. W. Myers, "An O(ND) Difference Algorithm". Takes the sum of both lengths times the number of edits in time,
 * and its square in memory.
 * @param most largest number of insertions and removals
 * @returns undefined when there are more
 */
export function shortestEdits<T>(
  lefts: readonly T[],
  rights: readonly T[],
  most: number,
): [number, number][] | undefined {
  const trace: Int32Array[] = [];
  let reached = new Int32Array(3);
  for (let edits = 0; edits <= Math.min(most, lefts.length + rights.length); edits += 1) {
    trace.push(reached);
    const next = new Int32Array(2 * edits + 5);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const x = skipEqual(lefts, rights, startOf(reached, diagonal, edits), diagonal);
      next[diagonal + edits + 2] = x;
      if (x >= lefts.length && x - diagonal >= rights.length)
        return pairsOf(trace, lefts.length, rights.length);
    }
    reached = next;
  }
  return undefined;
}

/** How far a path on a diagonal got with one edit less; diagonal `d` of `n - 1` edits is at `d + n + 1`. */
function at(reached: Int32Array, diagonal: number, edits: number): number {
  return reached[diagonal + edits + 1] ?? 0;
}

/** Whether the path to a diagonal ends with an insertion. */
function isInsertion(reached: Int32Array, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && at(reached, diagonal - 1, edits) < at(reached, diagonal + 1, edits);
}

/** The position in the left list after the last edit of the path to a diagonal. */
function startOf(reached: Int32Array, diagonal: number, edits: number): number {
  if (edits === 0) return 0;
  const isDown = isInsertion(reached, diagonal, edits);
  return isDown ? at(reached, diagonal + 1, edits) : at(reached, diagonal - 1, edits) + 1;
}

function skipEqual<T>(lefts: readonly T[], rights: readonly T[], from: number, diagonal: number): number {
  let x = from;
  while (x < lefts.length && x - diagonal < rights.length && lefts[x] === rights[x - diagonal]) x += 1;
  return x;
}

/** The pairs of the path that ends at the end of both lists, collected from there. */
function pairsOf(trace: readonly Int32Array[], left: number, right: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [left, right];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const reached = trace[edits] ?? new Int32Array(0);
    const diagonal = x - y;
    const from = startOf(reached, diagonal, edits);
    while (x > from) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    if (edits === 0) break;
    if (isInsertion(reached, diagonal, edits)) y -= 1;
    else x -= 1;
  }
  return pairs.reverse();
}
