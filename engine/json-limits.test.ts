import { expect, test } from 'vitest';
import type { Json } from './json';
import { isDeeperThan, refuseSteps } from './json-limits';

/** As from a decoder: built without recursion. */
function nested(levels: number): Json {
  let value: Json = [];
  for (let level = 1; level < levels; level += 1) value = level % 2 === 0 ? [value] : { inner: value };
  return value;
}

test.each([
  [64, false],
  [65, true],
  [1_000_000, true],
])('a value of %i levels is deeper than 64: %s', (levels, isDeeper) => {
  expect(isDeeperThan(nested(levels), 64)).toBe(isDeeper);
});

test('depth is found among any number of flat values', () => {
  const flat = Array.from({ length: 10_000 }, () => [1, {}, 'x']);
  expect(isDeeperThan([...flat, nested(63)], 64)).toBe(false);
  expect(isDeeperThan([nested(64), ...flat], 64)).toBe(true);
});

test('too many steps are refused with both numbers', () => {
  expect(refuseSteps(2000, 2000)).toBeUndefined();
  expect(refuseSteps(60_000, 2000)).toBe('The pipeline has 60,000 steps. The limit is 2,000.');
});
