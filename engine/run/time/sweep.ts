/** A span of time with what it is spent on. */
export interface Interval<K extends string> {
  readonly kind: K;
  /** ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/**
 * How long each kind lasts, in ms. Where intervals overlap, the time counts for the kind that is first in the order, so
 * that the sum is the time in which anything happened.
 */
export function measureKinds<K extends string>(
  intervals: readonly Interval<K>[],
  order: readonly K[],
): ReadonlyMap<K, number> {
  const edges = intervals
    .filter(({ from, to }) => to > from)
    .flatMap(({ kind, from, to }) => [
      { at: from, kind, by: 1 },
      { at: to, kind, by: -1 },
    ])
    .sort((a, b) => a.at - b.at);
  const open = new Map<K, number>();
  const total = new Map<K, number>();
  let before = 0;
  for (const { at, kind, by } of edges) {
    const current = order.find((each) => (open.get(each) ?? 0) > 0);
    if (current !== undefined) total.set(current, (total.get(current) ?? 0) + at - before);
    open.set(kind, (open.get(kind) ?? 0) + by);
    before = at;
  }
  return total;
}
