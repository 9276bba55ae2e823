import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type Pausing } from '@/engine';
import { buildOutline, outlining } from './build';
import { Reader, sourceOfText } from './byte-source';
import { countOf, entriesOf, locate, type Part, rootOf } from './locate';
import { type Outline, outlineSchema } from './outline';
import { jsonOf } from './read-segment';
import { searchOutline } from './search';

const seed = 20261124;

async function outlineOf(value: Json): Promise<{ outline: Outline; reader: Reader; text: string }> {
  const text = JSON.stringify(value);
  const source = sourceOfText(text);
  return { outline: await buildOutline(source), reader: new Reader(source), text };
}

async function readPart(reader: Reader, part: Part | undefined): Promise<Json> {
  if (part === undefined) throw new Error('There is no such part.');
  if (part.kind === 'value') return part.value;
  const { start, end } = part.kind === 'node' ? part.node : part;
  return jsonOf<Json>(await reader.text(start, end));
}

function finish<T>(work: Pausing<T>): T {
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
  }
}

/** Every place of a value that is worth a visit: all of a small one, some entries of a long one. */
function* placesOf(value: Json, at: number[] = []): Generator<{ at: number[]; value: Json }> {
  yield { at, value };
  const entries = isJsonObject(value) ? Object.values(value) : value;
  if (!Array.isArray(entries)) return;
  const shown = new Set([0, 1, Math.floor(entries.length / 2), entries.length - 2, entries.length - 1]);
  for (const index of shown) {
    const entry = entries[index];
    if (entry !== undefined) yield* placesOf(entry, [...at, index]);
  }
}

async function expectParts(value: Json): Promise<void> {
  const { outline, reader } = await outlineOf(value);
  for (const place of placesOf(value)) {
    const part = await locate(reader, outline, place.at);
    expect(await readPart(reader, part), `at ${place.at.join('.')}`).toEqual(place.value);
  }
}

/** Texts that make the scanner count: quotes, backslashes, brackets, several bytes, and long ones. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('"', '\\', '[', '}', ',', ':', 'ü', '😀', '\n', 'a') }),
  fc.integer({ min: 0, max: 40_000 }).map((length) => '"é'.repeat(length / 2)),
);
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'large' },
    fc.constantFrom<Json>(null, true, 0, -1.5e300, ''),
    text,
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom('1', '0', '__proto__', 'a b')), tie('value'), {
      maxKeys: 8,
    }),
  ),
}));

describe('the outline of a value', () => {
  it('leads to every part, as JSON.parse reads it', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, (made) => expectParts(jsonOf<Json>(JSON.stringify(made)))),
      { seed, numRuns: 60 },
    );
  });

  it.each<[string, Json]>([
    ['a long list of small entries', Array.from({ length: 50_000 }, (_, id) => ({ id, name: `n "${id}"` }))],
    [
      'an object of many keys',
      Object.fromEntries(Array.from({ length: 20_000 }, (_, id) => [`k${id}`, [id]])),
    ],
    ['large entries between small ones', [1, 'x'.repeat(100_000), 2, [['y'.repeat(70_000)], 3], 4]],
    [
      'large entries at both ends',
      { a: 'x'.repeat(50_000), b: 1, c: Array.from({ length: 9000 }, () => 'abcd') },
    ],
    ['empty lists and objects', [[], {}, [[]], [{}]]],
    ['a long key', { ['k'.repeat(90_000)]: 1, b: { ['m'.repeat(40_000)]: 'z'.repeat(40_000) } }],
    ['a text', 'x'.repeat(100_000)],
    ['a number', 5],
  ])('leads to every part of %s', (_, value) => expectParts(value));

  it('is the same for parts of any length, and survives being stored', async () => {
    const { outline, text: written } = await outlineOf(
      Array.from({ length: 9000 }, (_, id) => ({ id, text: `ü\\"${'x'.repeat(id % 90)}` })),
    );
    const content = Buffer.from(written);
    const lengths = [1, 7, 4096, 100_000];
    for (const length of lengths) {
      const parts = Array.from({ length: Math.ceil(content.length / length) }, (_, place) =>
        content.subarray(place * length, (place + 1) * length),
      );
      expect(finish(outlining(parts))).toEqual(outline);
    }
    expect(outlineSchema.parse(jsonOf(JSON.stringify(outline)))).toEqual(outline);
  });

  it('is small beside the value', async () => {
    const { outline, text: written } = await outlineOf(
      Array.from({ length: 200_000 }, (_, id) => ({ id, name: 'some name' })),
    );
    expect(JSON.stringify(outline).length * 500).toBeLessThan(written.length);
  });

  it('reads a page of entries, and only what it needs', async () => {
    const value = Array.from({ length: 200_000 }, (_, id) => ({ id, name: 'some name' }));
    const source = sourceOfText(JSON.stringify(value));
    const outline = await buildOutline(source);
    let read = 0;
    const reader = new Reader({
      bytes: source.bytes,
      read: (from, to) => {
        read += to - from;
        return source.read(from, to);
      },
    });
    const root = await rootOf(reader, outline);
    expect(countOf(root)).toBe(200_000);
    const page = await entriesOf(reader, outline, root, { from: 123_456, limit: 200 });
    expect(page.map(({ name }) => name)).toEqual(Array.from({ length: 200 }, (_, index) => 123_456 + index));
    expect(page[0]?.part).toEqual({ kind: 'value', value: value[123_456] });
    expect(read).toBeLessThan(600_000);
  });

  it('has no part beyond the entries', async () => {
    const { outline, reader } = await outlineOf(Array.from({ length: 9000 }, (_, id) => ({ id })));
    for (const at of [[9000], [0, 1], [0, 0, 0], [1e9]])
      expect(await locate(reader, outline, at)).toBeUndefined();
  });
});

describe('the search in a value', () => {
  const rows = Array.from({ length: 30_000 }, (_, id) => ({
    id,
    name: id % 10_000 === 7 ? `Needle “${id}”` : 'hay',
    ...(id === 20_000 && { needle_key: { deep: [1, 'a NEEDLE'] } }),
  }));
  const value: Json = { rows, long: `${'x'.repeat(300_000)}needle${'x'.repeat(90_000)}`, end: 'needle' };

  async function search(limits: { maxBytes: number; maxHits: number }): Promise<readonly string[]> {
    const { outline, reader } = await outlineOf(value);
    const found: string[] = [];
    let from: number | null = 0;
    while (from !== null) {
      const result: Awaited<ReturnType<typeof searchOutline>> = await searchOutline({
        ...{ reader, outline, text: 'needle', from },
        ...limits,
      });
      for (const { at, path } of result.hits) {
        found.push(path.join('.'));
        expect(await locate(reader, outline, at)).toBeDefined();
      }
      from = result.next;
    }
    return found;
  }

  const expected = [
    'rows.7.name',
    'rows.10007.name',
    'rows.20000.needle_key',
    'rows.20000.needle_key.deep.1',
    'rows.20007.name',
    'long',
    'end',
  ];

  it('finds keys and scalars in order', async () => {
    expect(await search({ maxBytes: 1e9, maxHits: 1e9 })).toEqual(expected);
  });

  it('finds each once, however it is divided', async () => {
    expect(await search({ maxBytes: 1, maxHits: 1e9 })).toEqual(expected);
    expect(await search({ maxBytes: 1e9, maxHits: 1 })).toEqual(expected);
  });

  it('finds text that JSON escapes', async () => {
    const { outline, reader } = await outlineOf([{ a: 'say "hi"\nthere' }, { a: 'no' }]);
    const { hits } = await searchOutline({
      ...{ reader, outline, text: '"HI"\n', from: 0, maxBytes: 1e9, maxHits: 10 },
    });
    expect(hits.map(({ at }) => at)).toEqual([[0, 0]]);
  });
});
