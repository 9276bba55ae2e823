import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { finish } from '@/engine/pausing';
import { jsonBytes } from './json-text';

const textOf = (value: Json, partBytes?: number) =>
  Buffer.concat(finish(jsonBytes(value, partBytes))).toString();

const SEED = Date.now();

describe(`the text of a value (seed ${SEED})`, () => {
  it('is that of JSON.stringify, for any division', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 200 }), (value, partBytes) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(textOf(json, partBytes)).toBe(JSON.stringify(json));
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it('keeps keys that look like numbers, and __proto__, in their places', () => {
    const value = JSON.parse(
      '{"b": [1, 2, 3], "10": {"__proto__": "own"}, "2": "", "a": [[], {}, null]}',
    ) as Json;
    for (const partBytes of [1, 8, 40]) expect(textOf(value, partBytes)).toBe(JSON.stringify(value));
  });

  it('pauses within one large list, and within lists inside lists', () => {
    const pauses = (value: Json) => [...jsonBytes(value, 1000)].length;
    expect(pauses(Array.from({ length: 10_000 }, (_, at) => at))).toBeGreaterThan(40);
    expect(pauses({ a: [[Array.from({ length: 10_000 }, () => ({ n: 1 }))]] })).toBeGreaterThan(60);
  });

  it('takes as much work for a list that contains a list twice as for that list', () => {
    let value: Json = Array.from({ length: 500 }, (_, at) => at);
    const before = [...jsonBytes(value, 1000)].length;
    for (let times = 0; times < 8; times += 1) value = [value, value];
    expect([...jsonBytes(value, 1000)].length).toBeLessThan(before + 8 * 3);
    expect(textOf(value, 1000)).toBe(JSON.stringify(value));
  });
});
