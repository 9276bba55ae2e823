import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson, type Json } from './json';
import { MAX_DOCUMENT_LEVELS } from './json-limits';
import { measure } from './measure';

const SEED = 20_261_122;

describe('measuring a value', () => {
  it(`gives the length of its JSON text in UTF-8 (seed ${SEED})`, () => {
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), text, (value, more) => {
        const whole = [value, more, `${more}${'x'.repeat(70)}`, { [more]: value }] as Json;
        const { bytes } = measure(whole);
        expect(bytes).toBe(new TextEncoder().encode(JSON.stringify(whole)).length);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('takes no longer for a value that holds another one many times', () => {
    let value: Json = ['x'.repeat(600)];
    for (let level = 0; level < 100; level += 1) value = [value, value];
    const { bytes, depth } = measure(value);
    expect(bytes).toBeGreaterThan(600 * 2 ** 100);
    expect(depth).toBe(101);
    expect(isJson(value)).toBe(true);
  });

  it('counts levels, and tells of more than there may be', () => {
    let value: Json = [];
    for (let level = 1; level < MAX_DOCUMENT_LEVELS; level += 1) value = [value];
    expect(measure(value).depth).toBe(MAX_DOCUMENT_LEVELS);
    expect(measure([value]).depth).toBe(Number.POSITIVE_INFINITY);
    let deep: Json = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep, deep];
    expect(measure(deep).depth).toBe(Number.POSITIVE_INFINITY);
  });

  it('stops at a limit', () => {
    const value = Array.from({ length: 100_000 }, (_, at) => `item ${at}`);
    const { bytes } = measure(value, 1000);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThan(JSON.stringify(value).length / 2);
    expect(measure(value).bytes).toBe(JSON.stringify(value).length);
  });

  it('takes nothing for JSON that is none', () => {
    const wrong: unknown[] = ['x'.repeat(600), undefined, Number.NaN, new Map(), new Date(0), () => 1];
    measure(wrong);
    expect(isJson(wrong)).toBe(false);
    expect(wrong.slice(1).some((each) => isJson([each, 'x'.repeat(600)]))).toBe(false);
  });
});
