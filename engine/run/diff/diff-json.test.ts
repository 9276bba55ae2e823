import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../json';
import { diffJson, type JsonChange } from './diff-json';
import { equalJson } from './equal-json';

const lines = (left: Json, right: Json) => diffJson(left, right).changes.map(line);
const line = ({ kind, path }: JsonChange) => `${kind} ${path.join('.')}`;

describe('the differences of two values', () => {
  it('are none for equal values, whatever the order of keys', () => {
    expect(diffJson({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual({
      changes: [],
      total: 0,
    });
  });

  it('are the smallest parts that differ', () => {
    expect(lines({ a: { b: 1, c: 2 }, d: 1 }, { a: { b: 2, c: 2 }, e: 1 })).toEqual([
      'changed a.b',
      'removed d',
      'added e',
    ]);
    expect(lines('one', ['one'])).toEqual(['changed ']);
  });

  it('are one for an item that was inserted, removed or changed', () => {
    const items = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }];
    const inserted = [...items.slice(0, 2), { id: 9 }, ...items.slice(2)];
    expect(lines(items, inserted)).toEqual(['added 2']);
    expect(lines(inserted, items)).toEqual(['removed 2']);
    expect(lines(items, [{ id: 1 }, { id: 2, note: 'x' }, { id: 3 }, { id: 4 }])).toEqual(['added 1.note']);
    expect(lines(['a', 'b', 'c', 'd', 'e', 'f'], ['b', 'c', 'x', 'e'])).toEqual([
      'removed 0',
      'changed 2',
      'removed 5',
    ]);
  });

  it('are few for a list of one length from which items were taken at one end and added at the other', () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: index, text: `line ${index}` }));
    expect(lines(items, [...items.slice(2), { id: 200 }, { id: 201 }])).toEqual([
      'removed 0',
      'removed 1',
      'added 98',
      'added 99',
    ]);
    const changed = items.map((item, index) => (index % 3 === 0 ? { ...item, text: 'new' } : item));
    expect(lines(items, changed)).toHaveLength(34);
    expect(lines(items, changed)[1]).toBe('changed 3.text');
  });

  it('are few for long lists with changes that are far apart', () => {
    const items = Array.from({ length: 15_000 }, (_, index) => ({ id: index }));
    const right = [{ id: -1 }, ...items.slice(0, 12_000), ...items.slice(12_001), { id: -2 }];
    expect(lines(items, right)).toEqual(['added 0', 'removed 12000', 'added 15000']);
  });

  it('are those by position for long lists with nothing in common', () => {
    const numbers = (first: number, count: number) =>
      Array.from({ length: count }, (_, index) => first + index);
    expect(diffJson(numbers(0, 3000), numbers(5000, 3001)).total).toBe(3001);
  });

  it('are named up to a limit, and counted beyond it', () => {
    const count = 5000;
    const left = Array.from({ length: count }, (_, index) => index);
    const { changes, total } = diffJson(
      left,
      left.map((item) => -item - 1),
    );
    expect(changes).toHaveLength(1000);
    expect(total).toBe(count);
  });

  it('tell a key of the prototype from a missing one', () => {
    expect(lines({}, { constructor: 1 })).toEqual(['added constructor']);
  });
});

describe('for any two values', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  it('there are differences exactly when they are not equal', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        const [a, b] = [plain(left), plain(right)];
        expect(diffJson(a, b).total === 0).toBe(equalJson(a, b));
        expect(diffJson(a, a).total).toBe(0);
      }),
    );
  });

  it('the value at each path is the one that is named', () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        const [a, b] = [plain(left), plain(right)];
        for (const change of diffJson(a, b).changes) {
          if (change.kind === 'removed') expect(at(a, change.path)).toEqual(change.left);
          else expect(at(b, change.path)).toEqual(change.right);
        }
      }),
    );
  });
});

/** As it is after a journey over the wire. */
function plain(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function at(value: Json, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((part, key) => {
    if (Array.isArray(part)) return part[Number(key)];
    return part !== null && typeof part === 'object' ? part[String(key)] : undefined;
  }, value);
}
