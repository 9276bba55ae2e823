import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcesOf } from '../sources';
import { draw } from './drawing';
import { binsOf, ticksOf } from './scale';
import { barsOf, GROUPS, linesOf, plotSourcesOf } from './series';

const seed = 20261124;

describe('the ticks of an axis', () => {
  it('are round and cover the range', () => {
    expect(ticksOf(19, 41)).toEqual([15, 20, 25, 30, 35, 40, 45]);
    expect(ticksOf(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3]);
    expect(ticksOf(7, 7)).toEqual([7]);
  });
});

describe('a histogram', () => {
  it('counts every value once', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
        const bins = binsOf(values);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      }),
      { seed },
    );
  });

  it('has one bar for equal values', () => {
    expect(binsOf([3, 3, 3])).toEqual([{ from: 3, to: 3, count: 3 }]);
  });
});

describe('a long list', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => (index === 77_777 ? 999 : index % 10));

  it('keeps its peaks in fewer points', () => {
    const points = linesOf(values).flat();
    expect(points.length).toBeLessThanOrEqual(2 * GROUPS);
    expect(points).toContainEqual({ index: 77_777, value: 999 });
    expect(barsOf(values)).toContainEqual({ index: 77_777, value: 999 });
  });

  it('says how it was thinned', () => {
    const [source] = plotSourcesOf(sourcesOf(values));
    if (!source) throw new Error('A list of numbers can be plotted.');
    expect(draw({ source, chart: 'line', y: 'value', x: undefined }).note).toContain('100,000 values');
  });
});

it('interrupts a line at missing values', () => {
  expect(linesOf([1, null, 2, 3]).map((line) => line.map(({ index }) => index))).toEqual([[0], [2, 3]]);
});

it('plots numeric columns, with a column as names', () => {
  const rows = [
    { host: 'a', ms: 3 },
    { host: 'b', ms: null },
    { host: 'c', ms: 5 },
  ];
  const [source] = plotSourcesOf(sourcesOf({ rows }));
  if (!source) throw new Error('A numeric column can be plotted.');
  expect(source.columns).toEqual(['ms']);
  const drawing = draw({ source, chart: 'bar', y: 'ms', x: 'host' });
  expect(drawing.rows(10)).toEqual([
    ['a', '3'],
    ['b', 'missing'],
    ['c', '5'],
  ]);
  expect(drawing.axis.min).toBe(0);
});
