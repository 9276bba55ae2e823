import { expect, test } from 'vitest';
import { UuidSequence } from './uuid';

/** Version 7 and variant 10 of RFC 9562, without hyphens. */
const SHAPE = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/;

function many(sequence: UuidSequence, count = 5000): string[] {
  return Array.from({ length: count }, () => sequence.next());
}

test('an identifier begins with the milliseconds since 1970', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  const id = new UuidSequence(() => at).next();
  expect(id).toMatch(SHAPE);
  expect(Number.parseInt(id.slice(0, 12), 16)).toBe(at);
});

test('identifiers of one millisecond are distinct and sort in order of creation', () => {
  const ids = many(new UuidSequence(() => 1));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(SHAPE);
});

test('the order is kept when the clock is set back a little', () => {
  let now = 100_000;
  const sequence = new UuidSequence(() => now);
  const before = many(sequence, 100);
  now -= 9000;
  const ids = [...before, ...many(sequence, 100)];
  expect([...ids].sort()).toEqual(ids);
});

test('a clock that is set back far is followed', () => {
  let now = 1_000_000;
  const sequence = new UuidSequence(() => now);
  sequence.next();
  now = 500_000;
  expect(Number.parseInt(sequence.next().slice(0, 12), 16)).toBe(500_000);
});

test('two sequences of the same millisecond have different identifiers', () => {
  const [one, other] = [new UuidSequence(() => 1), new UuidSequence(() => 1)];
  const ids = [...many(one), ...many(other)];
  expect(new Set(ids).size).toBe(ids.length);
});
