import { expect, test } from 'vitest';
import { compareWithUsual, slowerText } from './usual';

const usual = { ms: 1000, runs: 9 };

test.each([
  [4200, 4.2, '4.2 times slower than usual'],
  [42_000, 42, '42 times slower than usual'],
  [1400, undefined, undefined],
  [500, undefined, undefined],
])('compares %d ms with a second', (ms, slower, text) => {
  const comparison = compareWithUsual(ms, usual);
  expect(comparison).toMatchObject({ usualMs: 1000, runs: 9, slower });
  expect(comparison && slowerText(comparison)).toBe(text);
});

test('has no word for a few milliseconds, nor without a usual duration', () => {
  expect(compareWithUsual(40, { ms: 10, runs: 9 })?.slower).toBeUndefined();
  expect(compareWithUsual(40, undefined)).toBeUndefined();
});
