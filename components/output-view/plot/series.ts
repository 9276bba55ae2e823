import type { JsonPath } from '@/components/json-tree/flatten';
import type { Json } from '@/engine/json';
import type { Sources } from '../sources';
import { cellOf, cellText, columnsOf } from '../table/columns';

/** Something that can be plotted: a list of numbers, or the numeric columns of a list of objects. */
export interface PlotSource {
  readonly path: JsonPath;
  readonly length: number;
  /** Names of what can be on the vertical axis; one without a name for a list of numbers. */
  readonly columns: readonly string[];
  /** Names of columns that can name the points. */
  readonly names: readonly string[];
  valuesOf(column: string): readonly (number | null)[];
  nameOf(index: number, column: string | undefined): string;
}

/** Name of the only column of a list of numbers. */
export const VALUE = 'value';

/** What can be plotted of a value, the longest list first. */
export function plotSourcesOf({ tables, numbers }: Sources): readonly PlotSource[] {
  const plain = numbers.map(
    ({ path, values }): PlotSource => ({
      path,
      length: values.length,
      columns: [VALUE],
      names: [],
      valuesOf: () => values,
      nameOf: (index) => `#${index}`,
    }),
  );
  const fromTables = tables.flatMap(({ path, rows }): PlotSource[] => {
    const columns = columnsOf(rows);
    const numeric = columns.filter(({ isNumeric }) => isNumeric).map(({ name }) => name);
    if (numeric.length === 0 || rows.length < 2) return [];
    return [
      {
        path,
        length: rows.length,
        columns: numeric,
        names: columns.map(({ name }) => name),
        valuesOf: (column) => rows.map((row) => numberOf(cellOf(row, column))),
        nameOf: (index, column) => {
          const row = rows[index];
          return column === undefined || !row ? `#${index}` : cellText(cellOf(row, column));
        },
      },
    ];
  });
  return [...plain.filter(({ length }) => length > 1), ...fromTables].sort((a, b) => b.length - a.length);
}

function numberOf(value: Json): number | null {
  return typeof value === 'number' ? value : null;
}

/** A point of a drawn line or a bar. */
export interface Point {
  /** Position in the list. */
  readonly index: number;
  readonly value: number;
}

/** Groups into which a long list is drawn: more points than pixels show nothing more. */
export const GROUPS = 400;

/**
 * The points that are drawn: of a long list the smallest and the largest of each group, so that no peak is lost. A
 * missing value interrupts the line: an inner list is one unbroken piece.
 */
export function linesOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const lines: Point[][] = [];
  let line: Point[] = [];
  for (const point of thinned(values)) {
    if (point === null) {
      if (line.length > 0) lines.push(line);
      line = [];
    } else line.push(point);
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

function* thinned(values: readonly (number | null)[]): Generator<Point | null> {
  const size = Math.ceil(values.length / GROUPS);
  if (size < 3) {
    for (const [index, value] of values.entries()) yield value === null ? null : { index, value };
    return;
  }
  for (let start = 0; start < values.length; start += size) yield* extremesOf(values, start, start + size);
}

function* extremesOf(
  values: readonly (number | null)[],
  start: number,
  end: number,
): Generator<Point | null> {
  const points = presentIn(values, start, end);
  const [first] = points;
  if (!first) {
    yield null;
    return;
  }
  const low = points.reduce((least, point) => (point.value < least.value ? point : least), first);
  const high = points.reduce((most, point) => (point.value > most.value ? point : most), first);
  yield low.index < high.index ? low : high;
  if (low.index !== high.index) yield low.index < high.index ? high : low;
}

/** The values of a group that are not missing. */
function presentIn(values: readonly (number | null)[], start: number, end: number): Point[] {
  return values
    .slice(start, end)
    .flatMap((value, offset) => (value === null ? [] : [{ index: start + offset, value }]));
}

/** The bars that are drawn: of a long list the largest amount of each group. */
export function barsOf(values: readonly (number | null)[]): readonly Point[] {
  const size = Math.max(1, Math.ceil(values.length / GROUPS));
  const bars: Point[] = [];
  for (let start = 0; start < values.length; start += size) {
    const points = presentIn(values, start, start + size);
    const [first] = points;
    if (first) {
      bars.push(
        points.reduce((most, point) => (Math.abs(point.value) > Math.abs(most.value) ? point : most), first),
      );
    }
  }
  return bars;
}
