import { numberStatistics, numberText } from '../table/statistics';
import type { Axis, Mark } from './chart-frame';
import { binsOf, rangeOf, ticksOf } from './scale';
import { barsOf, GROUPS, linesOf, type PlotSource, type Point } from './series';

export const CHARTS = ['line', 'bar', 'histogram'] as const;
export type Chart = (typeof CHARTS)[number];

/** A chart, ready to be drawn. */
export interface Drawing {
  readonly axis: Axis;
  /** Texts below the chart. */
  readonly below: readonly string[];
  readonly marks: readonly Mark[];
  /** Of a line chart. */
  readonly lines: readonly (readonly Point[])[];
  /** Heights of the bars of other charts. */
  readonly bars: readonly number[];
  /** The same as a table: names of the columns, its length, and its first rows. */
  readonly head: readonly [string, string];
  readonly length: number;
  rows(most: number): readonly (readonly [string, string])[];
  /** What the chart leaves out; undefined when it has every value. */
  readonly note: string | undefined;
}

export interface DrawingRequest {
  readonly source: PlotSource;
  readonly chart: Chart;
  /** Column of the vertical axis. */
  readonly y: string;
  /** Column that names the points; undefined for their positions. */
  readonly x: string | undefined;
}

/** Texts below a chart. */
const LABELS = 5;

/** Lays out a chart. */
export function draw(request: DrawingRequest): Drawing {
  if (request.chart === 'histogram') return histogram(request);
  const { source, chart, y, x } = request;
  const values = source.valuesOf(y);
  const present = values.filter((value) => value !== null);
  const nameOf = (index: number) => source.nameOf(index, x);
  const isBars = chart === 'bar';
  const bars = isBars ? barsOf(values) : [];
  const size = Math.ceil(values.length / GROUPS);
  const isThinned = isBars ? size > 1 : size > 2;
  const shown = isBars ? bars.map(({ index }) => index) : Array.from(values.keys());
  return {
    axis: axisOf(present, isBars),
    below: spread(shown, LABELS).map(nameOf),
    marks: chart === 'line' ? percentiles(present) : [],
    lines: isBars ? [] : linesOf(values),
    bars: bars.map(({ value }) => value),
    head: [x ?? 'position', y],
    length: values.length,
    rows: (most) =>
      values
        .slice(0, most)
        .map((value, index) => [nameOf(index), value === null ? 'missing' : numberText(value)]),
    note: isThinned ? thinnedText(values.length, isBars) : undefined,
  };
}

function histogram({ source, y }: DrawingRequest): Drawing {
  const values = source.valuesOf(y).filter((value) => value !== null);
  const bins = binsOf(values);
  const edges = [...bins.map(({ from }) => from), ...bins.slice(-1).map(({ to }) => to)];
  return {
    axis: axisOf(
      bins.map(({ count }) => count),
      true,
    ),
    below: spread(edges, LABELS).map(numberText),
    marks: [],
    lines: [],
    bars: bins.map(({ count }) => count),
    head: [y, 'values'],
    length: bins.length,
    rows: () =>
      bins.map(({ from, to, count }) => [`${numberText(from)} to ${numberText(to)}`, numberText(count)]),
    note: undefined,
  };
}

/** Bars begin at zero; a line uses the height for its own range. */
function axisOf(values: readonly number[], fromZero: boolean): Axis {
  const [low, high] = rangeOf(fromZero ? [0, ...values] : values);
  const ticks = ticksOf(low, high);
  return { ticks, min: Math.min(low, ticks[0] ?? low), max: Math.max(high, ticks.at(-1) ?? high) };
}

/** Fewer values have no meaningful percentiles. */
const ENOUGH = 10;

function percentiles(values: readonly number[]): Mark[] {
  if (values.length < ENOUGH) return [];
  const { median, p99 } = numberStatistics([...values].sort((a, b) => a - b));
  return [
    { name: 'p50', value: median },
    { name: 'p99', value: p99 },
  ];
}

/** Some entries at even distances, with the first and the last. */
function spread<T>(entries: readonly T[], most: number): T[] {
  if (entries.length <= most) return [...entries];
  return Array.from({ length: most }, (_, index) =>
    Math.round((index * (entries.length - 1)) / (most - 1)),
  ).flatMap((place) => entries.slice(place, place + 1));
}

function thinnedText(count: number, isBars: boolean): string {
  const kept = isBars ? 'the largest amount' : 'the smallest and the largest value';
  return `${count.toLocaleString('en')} values in ${GROUPS} groups, drawn with ${kept} of each.`;
}
