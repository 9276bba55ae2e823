import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson, type Json } from './json';
import { MAX_DOCUMENT_LEVELS } from './json-limits';
import { measure, measuring } from './measure';
import { finish } from './pausing';

const SEED = 20_261_122;

describe('measuring a value', () => {
  it(`returns the length of its JSON text in UTF-8 (seed ${SEED})`, () => {
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

  it(`returns the same in slices as at once (seed ${SEED})`, () => {
    const large = fc.array(fc.jsonValue(), { minLength: 200, maxLength: 400 });
    fc.assert(
      fc.property(large, fc.nat(5), (list, levels) => {
        let value: Json = [...list, 'x'.repeat(200_000), { rows: list.map((item) => ({ item })) }] as Json;
        for (let level = 0; level < levels; level += 1) value = { [`level ${level}`]: value, other: ['y'] };
        const copy: Json = JSON.parse(JSON.stringify(value));
        expect(finish(measuring(copy))).toEqual(measure(value));
        expect(measure(copy)).toEqual(measure(value));
        expect(isJson(copy)).toBe(true);
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  it('pauses while it measures a large value in slices, and reports too many levels and invalid values', () => {
    const rows = { rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: `name ${id}` })) };
    let pauses = 0;
    for (const _ of measuring(rows)) pauses += 1;
    expect(pauses).toBeGreaterThan(3);
    let deep: Json = ['x'.repeat(300_000)];
    for (let level = 0; level < MAX_DOCUMENT_LEVELS; level += 1) deep = [deep];
    expect(finish(measuring(deep)).depth).toBe(Number.POSITIVE_INFINITY);
    const wrong = [['x'.repeat(300_000), [undefined]]];
    finish(measuring(wrong));
    expect(isJson(wrong)).toBe(false);
  });

  it('takes no longer for a value that contains another one many times', () => {
    let value: Json = ['x'.repeat(600)];
    for (let level = 0; level < 100; level += 1) value = [value, value];
    const { bytes, depth } = measure(value);
    expect(bytes).toBeGreaterThan(600 * 2 ** 100);
    expect(depth).toBe(101);
    expect(isJson(value)).toBe(true);
  });

  it('counts levels, and reports too many', () => {
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

  it('refuses values that are not JSON', () => {
    const wrong: unknown[] = ['x'.repeat(600), undefined, Number.NaN, new Map(), new Date(0), () => 1];
    measure(wrong);
    expect(isJson(wrong)).toBe(false);
    expect(wrong.slice(1).some((each) => isJson([each, 'x'.repeat(600)]))).toBe(false);
  });
});
