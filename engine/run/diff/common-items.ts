/** Pairs of positions of a longest common subsequence of two lists. Takes their product in time and memory. */
export function commonItems(lefts: readonly string[], rights: readonly string[]): [number, number][] {
  const lengthAt = lengthsOf(lefts, rights);
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < lefts.length && j < rights.length) {
    if (lefts[i] === rights[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The length of the longest common subsequence of the rest of both lists, from two positions on. */
function lengthsOf(lefts: readonly string[], rights: readonly string[]): (i: number, j: number) => number {
  const width = rights.length + 1;
  const lengths = new Uint32Array((lefts.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = lefts.length - 1; i >= 0; i -= 1) {
    for (let j = rights.length - 1; j >= 0; j -= 1) {
      const isCommon = lefts[i] === rights[j];
      lengths[i * width + j] = isCommon ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
