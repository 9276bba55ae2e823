export interface OrderSides {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * The keys of both sides in one order: of the side that reordered the keys of `base`, with the additions of the other
 * side after the key that they follow there. If both reordered them, the order is `mine`.
 */
export function mergeOrder({ base, mine, theirs }: OrderSides): readonly string[] {
  return isReordered(base, mine) ? withAdditions(mine, theirs) : withAdditions(theirs, mine);
}

function isReordered(base: readonly string[], side: readonly string[]): boolean {
  const ranks = new Map(base.map((key, index) => [key, index]));
  let last = -1;
  for (const key of side) {
    const rank = ranks.get(key) ?? last;
    if (rank < last) return true;
    last = rank;
  }
  return false;
}

function withAdditions(first: readonly string[], second: readonly string[]): readonly string[] {
  const known = new Set(first);
  const added = second.filter((key) => !known.has(key));
  if (added.length === 0) return first;
  // By the key that they follow; the empty key is none, so they come first.
  const after = new Map<string, string[]>();
  let previous = '';
  for (const key of second) {
    if (known.has(key)) previous = ` ${key}`;
    else after.set(previous, [...(after.get(previous) ?? []), key]);
  }
  return [...(after.get('') ?? []), ...first.flatMap((key) => [key, ...(after.get(` ${key}`) ?? [])])];
}
