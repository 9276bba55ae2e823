/** The ticks of an axis from a smallest to a largest value, at steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(min: number, max: number, most = 5): readonly number[] {
  const span = max - min;
  if (!(span > 0) || !Number.isFinite(span)) return [min];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((each) => span / each <= most) ?? 10 * power;
  const first = Math.floor(min / step);
  const last = Math.ceil(max / step);
  return Array.from({ length: last - first + 1 }, (_, index) => round((first + index) * step));
}

/** Sums of binary fractions end in noise, such as 0.30000000000000004. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** A bar of a histogram: values from `from` to below `to`, the last one with `to`. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Fewest and most bars of a histogram. */
const BINS = { min: 5, max: 30 } as const;

/** A histogram with bars of the same width, their number by the square root of the count. */
export function binsOf(values: readonly number[]): readonly Bin[] {
  const [min, max] = rangeOf(values);
  if (values.length === 0) return [];
  if (min === max) return [{ from: min, to: max, count: values.length }];
  const wanted = Math.min(BINS.max, Math.max(BINS.min, Math.round(Math.sqrt(values.length))));
  const ticks = ticksOf(min, max, wanted);
  const [first = min, second = max] = ticks;
  const width = second - first;
  const counts = new Array<number>(Math.max(1, ticks.length - 1)).fill(0);
  for (const value of values) {
    const place = Math.min(counts.length - 1, Math.max(0, Math.floor((value - first) / width)));
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts.map((count, index) => ({
    from: round(first + index * width),
    to: round(first + (index + 1) * width),
    count,
  }));
}

/** The smallest and the largest of some numbers; 0 and 0 of none. A loop, since lists may be longer than a call takes. */
export function rangeOf(values: Iterable<number>): readonly [min: number, max: number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? [0, 0] : [min, max];
}
