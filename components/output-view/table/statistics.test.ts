import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText, statisticsOf } from './statistics';

describe('the statistics of a column', () => {
  it('counts present, missing and distinct values', () => {
    expect(statisticsOf(['b', null, 'a', 'b', null])).toMatchObject({
      count: 3,
      missing: 2,
      distinct: 2,
      min: 'a',
      max: 'b',
      numbers: undefined,
    });
  });

  it('has the median of an odd and of an even count', () => {
    expect(statisticsOf([9, 1, 5]).numbers?.median).toBe(5);
    expect(statisticsOf([9, 1, 5, 2]).numbers?.median).toBe(3.5);
  });

  it('compares lists and objects by content, and gives no smallest of several types', () => {
    expect(statisticsOf([[1], [1], { a: 1 }, 3])).toMatchObject({
      distinct: 3,
      min: undefined,
      numbers: undefined,
    });
  });

  it('is empty for no values', () => {
    expect(statisticsOf([])).toMatchObject({ count: 0, distinct: 0, min: undefined, numbers: undefined });
  });

  it('agrees with a sorted list', () => {
    const seed = 20261124;
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const { min, max, numbers, distinct } = statisticsOf(values);
        expect([min, max, distinct]).toEqual([sorted[0], sorted.at(-1), new Set(values).size]);
        const share = sorted.filter((value) => value <= (numbers?.p95 ?? 0)).length / sorted.length;
        expect(share).toBeGreaterThanOrEqual(0.95);
      }),
      { seed },
    );
  });
});

it('writes numbers for people', () => {
  expect([1234.5678, 0.123456, 0.00001234, 1e18, -3].map(numberText)).toEqual([
    '1,234.57',
    '0.1235',
    '1.234e-5',
    '1.000e+18',
    '-3',
  ]);
});
