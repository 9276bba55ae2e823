import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, diffJson, isJsonObject, type Json } from '@/engine';
import { buildOutline } from '../build';
import { sourceOfText } from '../byte-source';
import { jsonOf } from '../read-segment';
import type { StoredText } from './container';
import { diffStored } from './diff-stored';
import { listOfTexts, storedText } from './stored-text';

const seed = 20261124;

async function stored(value: Json): Promise<StoredText> {
  const source = sourceOfText(JSON.stringify(value));
  return storedText({ source, outline: await buildOutline(source) });
}

/** The differences of two values with as little as possible parsed. */
async function differences(left: Json, right: Json, parsedBytes = 0) {
  const { changes, total } = await diffStored(await stored(left), await stored(right), parsedBytes);
  return { changes: changes.map(({ kind, path }) => `${kind} ${path.join('.')}`), total };
}

function expected(left: Json, right: Json) {
  const { changes, total } = diffJson(left, right);
  return { changes: changes.map(({ kind, path }) => `${kind} ${path.join('.')}`), total };
}

/** A list with an outline: its rows have more than 32 kB together. */
const rows = (count: number): Json[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `row "${id}"`, tags: ['a', [id]] }));

/** As `rows`, with changes at positions. */
function changed(count: number, ...at: number[]): Json[] {
  return rows(count).map((row, index) =>
    at.includes(index) && isJsonObject(row) ? { ...row, name: 'new' } : row,
  );
}

const long = 'é"'.repeat(20_000);

describe('the differences of two stored values', () => {
  it.each<[string, Json, Json]>([
    ['none', rows(5000), rows(5000)],
    ['one in the middle', rows(5000), changed(5000, 2500)],
    ['at both ends', rows(5000), changed(5000, 0, 4999)],
    ['in many places', rows(5000), changed(5000, 17, 18, 900, 2222, 4000)],
    ['an item that was inserted', rows(5000), [...rows(700), 'new', ...rows(5000).slice(700)]],
    ['an item that was removed', rows(5000), rows(5000).slice(1)],
    ['items that were appended', rows(5000), [...rows(5000), 1, 2, 3]],
    ['a list that was emptied', rows(5000), []],
    ['a list that was filled', [], rows(5000)],
    ['another kind', rows(5000), { rows: rows(5000) }],
    ['a scalar', rows(5000), null],
    ['below a key', { a: 1, rows: rows(5000), z: [2] }, { a: 1, rows: changed(5000, 3000), z: [2] }],
    ['a key that was added', { a: rows(5000), z: 1 }, { a: rows(5000), b: long, z: 1 }],
    ['a key that was removed', { a: rows(5000), b: 2, z: 1 }, { a: rows(5000), z: 1 }],
    ['keys in another order', { a: rows(2000), b: [1], c: long }, { c: long, a: rows(2000), b: [2] }],
    ['long texts', [long, long, 1], [long, `${long}x`, 1]],
    ['lists of large items', [rows(2000), rows(900), 3], [rows(2000), changed(900, 3), rows(700), 3]],
    ['keys that name the prototype', { a: long, __proto__x: 1 }, { a: long, constructor: 1 }],
  ])('are those of the values in memory: %s', async (_, left, right) => {
    expect(await differences(left, right)).toEqual(expected(left, right));
    expect(await differences(left, right, 2000)).toEqual(expected(left, right));
  });

  it('have small parts as they are, and of large ones the size', async () => {
    const [left, right] = [await stored({ a: rows(5000), b: 1 }), await stored({ b: 2, c: [3] })];
    const { changes } = await diffStored(left, right, 0);
    const bytes = JSON.stringify(rows(5000)).length;
    expect(changes).toEqual([
      { kind: 'removed', path: ['a'], left: { bytes }, right: undefined },
      { kind: 'changed', path: ['b'], left: { value: 1 }, right: { value: 2 } },
      { kind: 'added', path: ['c'], left: undefined, right: { value: [3] } },
    ]);
  });

  it('are named up to a limit, and counted beyond it', async () => {
    const [left, right] = [rows(3000), rows(3000).map((_, index) => -index)];
    const { changes, total } = await differences(left, right);
    expect(changes).toHaveLength(1000);
    expect(total).toBe(3000);
  });

  it('read little where little differs', async () => {
    const [left, right] = [await stored(rows(100_000)), await stored(changed(100_000, 60_000))];
    let parsed = 0;
    const counted = (text: StoredText): StoredText => ({
      ...text,
      source: {
        ...text.source,
        read: (from, to) => {
          parsed += to - from;
          return text.source.read(from, to);
        },
      },
    });
    await diffStored(counted(left), counted(right));
    const bytes = left.source.bytes + right.source.bytes;
    expect(parsed).toBeLessThan(bytes + 4_000_000);
  });
});

describe('a list of stored values', () => {
  it('is compared as the list of these values', async () => {
    const [before, after] = [
      [rows(2000), { a: 1 }, changed(1500, 3), 'x'],
      [rows(2000), { a: 2 }, changed(1500, 4), 'x'],
    ];
    const [left, right] = await Promise.all(
      [before, after].map(async (values) => listOfTexts(await Promise.all(values.map(stored)))),
    );
    if (!left || !right) throw new Error('There are two lists.');
    expect(Buffer.from(await left.source.read(0, left.source.bytes)).toString()).toBe(JSON.stringify(before));
    const { changes } = await diffStored(left, right, 0);
    const paths = changes.map(({ path }) => path.join('.'));
    expect(paths).toEqual(expected(before, after).changes.map((line) => line.split(' ')[1]));
  });
});

describe('for any two values', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('"', '\\', '[', '}', ',', ':', 'ü', '😀', 'a') }),
    fc.integer({ min: 0, max: 40_000 }).map((length) => '"é'.repeat(length / 2)),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.constantFrom<Json>(null, true, 0, -1.5e300, ''),
      text,
      fc.array(tie('value'), { maxLength: 12 }),
      fc.dictionary(fc.oneof(text, fc.constantFrom('1', '0', 'a b')), tie('value'), { maxKeys: 8 }),
    ),
  }));
  /** A value, and the same with something in it replaced, removed, repeated or moved. */
  const edited = fc.tuple(value, value, fc.infiniteStream(fc.nat())).map(([first, other, choices]) => {
    const left = jsonOf<Json>(JSON.stringify(first));
    const next = (limit: number) => (choices.next().value ?? 0) % limit;
    return { left, right: jsonOf<Json>(JSON.stringify(edit(left, other, next))) };
  });

  it('the differences are those of the values in memory', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(edited, fc.record({ left: value, right: value })), async (pair) => {
        const [left, right] = [pair.left, pair.right].map((each) => jsonOf<Json>(canonicalText(each)));
        expect(await differences(left ?? null, right ?? null)).toEqual(expected(left ?? null, right ?? null));
      }),
      { seed, numRuns: 120 },
    );
  });
});

function edit(value: Json, other: Json, next: (limit: number) => number): Json {
  const entries = isJsonObject(value) ? Object.entries(value) : undefined;
  const items = Array.isArray(value) ? value : entries;
  if (items === undefined || items.length === 0 || next(6) === 0) return other;
  const at = next(items.length);
  if (entries) {
    const [key, part] = entries[at] ?? ['', null];
    const rest = entries.filter((_, index) => index !== at);
    if (next(3) === 0) return Object.fromEntries(rest);
    return Object.fromEntries([...rest, [key, edit(part, other, next)], ...(next(2) ? [['n', other]] : [])]);
  }
  const list = [...(value as Json[])];
  const kind = next(4);
  if (kind === 0) list.splice(at, 1);
  else if (kind === 1) list.splice(at, 0, other);
  else list[at] = edit(list[at] ?? null, other, next);
  return kind === 2 ? edit(list, other, next) : list;
}
