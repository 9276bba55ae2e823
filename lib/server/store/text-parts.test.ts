import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textParts } from './text-parts';

const SEED = 20_261_122;

test(`the parts of a text form the text, for any division (seed ${SEED})`, () => {
  const units = fc.string({ unit: 'binary', maxLength: 40 });
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 5 }), (text, size) => {
      const parts = [...textParts(text, size)];
      expect(Buffer.concat(parts.map((part) => Buffer.from(part))).equals(Buffer.from(text))).toBe(true);
      expect(parts.join('')).toBe(text);
    }),
    { seed: SEED },
  );
});

test('no part contains half a character', () => {
  const parts = [...textParts('a\u{1f600}b\u{1f600}', 2)];
  expect(parts).toEqual(['a\u{1f600}', 'b\u{1f600}']);
});

test('a large text has parts of the given length', () => {
  const text = 'ä'.repeat(1_500_000);
  const parts = [...textParts(text, 100_000)];
  expect(parts).toHaveLength(15);
  expect(parts.join('')).toBe(text);
});
