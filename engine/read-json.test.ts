import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json';
import { MAX_LEVELS } from './json-limits';
import { readJson } from './read-json';

const SEED = 20_261_121;

function levelsOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe('readJson', () => {
  it(`reads the same values as JSON.parse (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 80 }), (text) => {
        const value: Json = JSON.parse(text);
        const isDeep = levelsOf(value) > MAX_LEVELS;
        expect(readJson(text)).toEqual(isDeep ? { problem: 'too deep' } : { value });
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it(`accepts any text (seed ${SEED})`, () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      '\\',
      '1',
      'e',
      '999',
      '-',
      '.',
      ',',
      ':',
      'a',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const read = readJson(text);
        let value: Json | undefined;
        try {
          value = JSON.parse(text);
        } catch {
          expect(read).toHaveProperty('problem');
          return;
        }
        const isBounded = !JSON.stringify(value, (_, one) =>
          one === Infinity || one === -Infinity ? '∞' : one,
        ).includes('∞');
        expect(read).toEqual(isBounded ? { value } : { problem: 'number too large' });
      }),
      { seed: SEED, numRuns: 5000 },
    );
  });

  it.each(['"[[["', '"\\"[["', '"\\\\"', '{"a":"}"}', '1e+308', '1e-999', '0.1e5'])('reads %s', (text) => {
    expect(readJson(text)).toEqual({ value: JSON.parse(text) });
  });

  it.each(['1e309', '-1e0000400', `${'9'.repeat(400)}`, `${'9'.repeat(250)}e99`])(
    'refuses %s as too large',
    (text) => {
      expect(readJson(text)).toEqual({ problem: 'number too large' });
    },
  );

  it.each(['', '[', '"', '"\\', 'nope', '1e', '--1'])('refuses %j as invalid JSON', (text) => {
    expect(readJson(text)).toEqual({ problem: 'not JSON' });
  });

  const named = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"k${index}" :${index}`).join(',')}}`;

  it('reads up to 50,000 different names, each any number of times', () => {
    expect(readJson(named(50_000))).toHaveProperty('value.k49999', 49_999);
    expect(readJson(`[${Array.from({ length: 1000 }, () => named(100)).join(',')}]`)).toHaveProperty('value');
    expect(readJson(JSON.stringify(Array.from({ length: 60_000 }, String)))).toHaveProperty('value');
  });

  it('refuses a short text whose value takes more than 64 MB of memory', () => {
    const lists = (count: number) => `[${Array.from({ length: count }, () => '[]').join(',')}]`;
    expect(readJson(lists(1_700_000))).toEqual({ problem: 'too much memory' });
    expect(readJson(lists(1_500_000))).toHaveProperty('value.length', 1_500_000);
  });

  it.each([50_001, 1_000_000])('refuses %i different names', (count) => {
    expect(readJson(named(count))).toEqual({ problem: 'too many names' });
  });
});
