import type { Link, Slot } from './layout-layers';

/** Passes over all columns; more change nothing in the pipelines on which the layout is measured. */
const PASSES = 12;
/** Number of slots from which fewer passes are made, so that the time grows with the size only. */
const MANY = 600;
const FEW_PASSES = 4;

/** Orders the slots of each column so that few edges cross. The given order stays where another is not better. */
export function orderColumns(columns: Slot[][]): void {
  let best = orders(columns);
  let least = countCrossings(columns);
  const count = columns.reduce((sum, column) => sum + column.length, 0);
  const passes = count > MANY ? FEW_PASSES : PASSES;
  for (let pass = 0; pass < passes && least > 0; pass += 1) {
    sortColumns(columns, pass % 2 === 0);
    const crossings = countCrossings(columns);
    if (crossings >= least) continue;
    least = crossings;
    best = orders(columns);
  }
  for (const [index, column] of columns.entries()) arrange(column, best[index] ?? []);
}

function sortColumns(columns: Slot[][], isForward: boolean): void {
  for (const column of isForward ? columns : columns.toReversed()) sortByNeighbours(column, isForward);
  for (const column of columns) swapNeighbours(column);
}

function orders(columns: readonly Slot[][]): Slot[][] {
  return columns.map((column) => [...column]);
}

function arrange(column: Slot[], order: readonly Slot[]): void {
  order.forEach((slot, index) => {
    column[index] = slot;
    slot.order = index;
  });
}

/** Sorts a column by the mean place of the slots before it, or after it. Slots without any keep their place. */
function sortByNeighbours(column: Slot[], isForward: boolean): void {
  const places = new Map<Slot, number>();
  for (const slot of column) {
    const links = isForward ? slot.before : slot.after;
    if (links.length > 0) places.set(slot, mean(links.map(isForward ? startOf : ({ to }) => to.order)));
  }
  const sorted = column
    .filter((slot) => places.has(slot))
    .toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  arrange(
    column,
    column.map((slot) => (places.has(slot) ? (sorted.shift() ?? slot) : slot)),
  );
}

/** The place where a link begins: its slot, and below that its handle. */
function startOf({ from, offset }: Link): number {
  return from.order + offset / 10_000;
}

/** Swaps slots beside each other as long as that removes crossings. */
function swapNeighbours(column: Slot[]): void {
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (let index = 0; index + 1 < column.length; index += 1) {
      const upper = column[index];
      const lower = column[index + 1];
      if (upper === undefined || lower === undefined) continue;
      if (crossingsOf(lower, upper) >= crossingsOf(upper, lower)) continue;
      column[index] = lower;
      column[index + 1] = upper;
      lower.order = index;
      upper.order = index + 1;
      isBetter = true;
    }
  }
}

/** Crossings between the edges of two slots when `upper` is above `lower`. */
function crossingsOf(upper: Slot, lower: Slot): number {
  const before = pairsAbove(lower.before.map(startOf), upper.before.map(startOf));
  const after = pairsAbove(
    lower.after.map(({ to }) => to.order),
    upper.after.map(({ to }) => to.order),
  );
  return before + after;
}

function pairsAbove(uppers: readonly number[], lowers: readonly number[]): number {
  let count = 0;
  for (const upper of uppers) for (const lower of lowers) if (upper < lower) count += 1;
  return count;
}

function countCrossings(columns: readonly Slot[][]): number {
  return columns.reduce((sum, column) => sum + crossingsAfter(column), 0);
}

/** Crossings between a column and the next: pairs of links whose ends are in the other order than their beginnings. */
function crossingsAfter(column: readonly Slot[]): number {
  const ends = column
    .flatMap(({ after }) => after)
    .toSorted((a, b) => startOf(a) - startOf(b) || a.to.order - b.to.order)
    .map(({ to }) => to.order);
  const size = Math.max(0, ...ends) + 1;
  // A Fenwick tree: how many ends so far are at or below a place.
  const tree = new Array<number>(size + 1).fill(0);
  let crossings = 0;
  ends.forEach((end, seen) => {
    let notBelow = 0;
    for (let at = end + 1; at > 0; at -= at & -at) notBelow += tree[at] ?? 0;
    crossings += seen - notBelow;
    for (let at = end + 1; at <= size; at += at & -at) tree[at] = (tree[at] ?? 0) + 1;
  });
  return crossings;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
