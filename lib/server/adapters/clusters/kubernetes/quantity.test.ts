import { describe, expect, test } from 'vitest';
import { quantity } from './quantity';

describe('a quantity', () => {
  test.each([
    ['4', 4],
    [4, 4],
    ['0.5', 0.5],
    ['1500m', 1.5],
    ['16Gi', 16 * 2 ** 30],
    ['128974848', 128974848],
    ['129e6', 129e6],
    ['1E3', 1000],
    ['2E', 2e18],
    ['5k', 5000],
    ['250000n', 0.00025],
    ['+1', 1],
  ])('%s is %d', (written, value) => {
    expect(quantity(written)).toBeCloseTo(value, 9);
  });

  test.each(['', 'many', '-1', '1 Gi', '1KiB', '0x10', '1e999', 'NaN', Number.NaN])(
    '%s is not a quantity',
    (written) => {
      expect(quantity(written)).toBeUndefined();
    },
  );
});
