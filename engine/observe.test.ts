import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json';
import { mergeShapes, observeShape } from './observe';

/** The shape of an object that has all of these keys. */
const objectOf = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

describe('the shape of a value', () => {
  it.each<[Json, object]>([
    [null, { type: 'null' }],
    [true, { type: 'boolean' }],
    ['secret text', { type: 'string' }],
    [3, { type: 'integer' }],
    [0.5, { type: 'number' }],
    [[], { type: 'array' }],
    [{}, objectOf({})],
    [
      { a: 1, b: [true] },
      objectOf({ a: { type: 'integer' }, b: { type: 'array', items: { type: 'boolean' } } }),
    ],
  ])('of %j is told by kinds and keys alone', (value, shape) => {
    expect(observeShape(value)).toEqual(shape);
  });

  it('merges the items of a list: a key that not all of them have is optional', () => {
    const shape = observeShape([{ id: 1, name: 'a' }, { id: 1.5 }, null]);
    expect(shape.items).toEqual({
      ...objectOf({ id: { type: 'number' }, name: { type: 'string' } }, ['id']),
      type: ['object', 'null'],
    });
  });

  it('reads the first 50 items of a list', () => {
    const list = Array.from({ length: 60 }, (_, index) => ({ [index < 50 ? 'early' : 'late']: index }));
    expect(observeShape(list).items).toEqual(objectOf({ early: { type: 'integer' } }));
  });

  it('has 60 keys of an object and whether there are more', () => {
    const wide = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`k${index}`, index]));
    const shape = observeShape(wide);
    expect(Object.keys(shape.properties ?? {})).toHaveLength(60);
    expect(shape.additionalProperties).toBe(true);
  });

  it('has only the kind of values deeper than eight levels', () => {
    let value: Json = { bottom: 1 };
    for (let level = 0; level < 9; level += 1) value = { down: value };
    const text = JSON.stringify(observeShape(value));
    expect(text.match(/down/g)).toHaveLength(14);
    expect(text).not.toContain('bottom');
  });

  it('keeps a key called __proto__ as a key', () => {
    const shape = observeShape(JSON.parse('{"__proto__": 1}'));
    expect(Object.keys(shape.properties ?? {})).toEqual(['__proto__']);
  });

  it('does not grow with the length of texts', () => {
    expect(JSON.stringify(observeShape({ a: 'x'.repeat(100_000) })).length).toBeLessThan(200);
  });
});

describe('two shapes together', () => {
  it('merge to the same shape in either order, and a shape merged with itself is unchanged', () => {
    const property = fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.jsonValue({ maxDepth: 4 }),
      (left, right) => {
        const a = observeShape(left as Json);
        const b = observeShape(right as Json);
        expect(sorted(mergeShapes(a, b))).toEqual(sorted(mergeShapes(b, a)));
        expect(sorted(mergeShapes(a, observeShape(left as Json)))).toEqual(sorted(a));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});

/** A shape with lists and keys in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
