import { expect, test } from 'vitest';
import { importPipeline, type Json, normalize, validate } from '@/engine';
import { catalogue } from '@/engine/actions';
import { fakeHttp } from '@/engine/testing/fakes';
import { runPipeline } from '@/engine/testing/run-pipeline';

/** Own keys that reach an object's prototype where somebody copies or merges carelessly. */
const POISON = JSON.parse(
  '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "prototype": {"polluted": 1}}',
) as Json;

const DOCUMENT = {
  name: 'P',
  params: { a: { type: 'object', default: {} } },
  steps: [
    { id: 'get', action: 'http_request', params: { url: 'http://a.test/', headers: {}, body: { x: {} } } },
    { id: 'all', action: 'aggregate', params: { sources: ['get', 'keep'] } },
    {
      id: 'keep',
      action: 'transform',
      params: { operation: 'pick', field: ['__proto__', 'a'], input: { a: {} } },
    },
    { id: 'path', action: 'transform', params: { operation: 'passthrough', field: 'a', input: { a: {} } } },
    {
      id: 'each',
      action: 'loop',
      params: { items: [{}], action: 'log', action_params: { message: '{{item}}' } },
    },
    { id: 'out', action: 'set_output', params: { key: '__proto__', value: { a: {} } }, retry: {} },
  ],
  outputs: { o: '{{steps.get.output.response_body}}' },
  settings: {},
  layout: { nodes: {}, notes: [{ id: 'note_1', x: 0, y: 0, width: 100, height: 100, text: 'Note' }] },
};

/** Paths of every object of a value. */
function objects(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, inner]) => objects(inner, [...path, key]));
  return [...(Array.isArray(value) ? [] : [path]), ...below];
}

/** A copy with the poison's own keys in one object. */
function poisonedAt(path: readonly (string | number)[]): string {
  const copy = structuredClone(DOCUMENT) as unknown;
  let at = copy as Record<string | number, unknown>;
  for (const key of path) at = at[key] as Record<string | number, unknown>;
  for (const [key, value] of Object.entries(POISON as object)) {
    Object.defineProperty(at, key, { value, enumerable: true });
  }
  return JSON.stringify(copy);
}

const places = objects(DOCUMENT);

/** Documents that were run. */
let taken = 0;

test('there are enough places for polluted keys', () => expect(places.length).toBeGreaterThan(25));

test.each(places.map((path) => [path.join('.') || '(document)', path] as const))(
  'a document poisoned at %s changes no prototype, checked or run',
  async (_, path) => {
    const imported = importPipeline(poisonedAt(path));
    if (imported.ok) {
      validate(imported.document, catalogue.descriptors);
      normalize(imported.document, catalogue.descriptors);
      const { state } = await runPipeline({
        document: imported.document,
        http: fakeHttp(() => ({ body: POISON })),
      });
      expect(['completed', 'failed']).toContain(state.status);
      taken += 1;
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  },
);

test('polluted documents were executed, not only refused', () => expect(taken).toBeGreaterThan(10));

test.each([
  ['passthrough', {}],
  ['pick', { field: ['__proto__', 'constructor'] }],
  ['keys', {}],
  ['values', {}],
  ['json_stringify', {}],
  ['flatten', { input: [[POISON]] }],
  ['unique', { input: [POISON, POISON] }],
  ['sort', { input: [POISON, 1] }],
  ['map', { input: [POISON], field: '__proto__' }],
  ['map', { input: [POISON], field: 'constructor.prototype' }],
  ['filter', { input: [POISON], field: '__proto__' }],
  ['json_parse', { input: JSON.stringify(POISON) }],
  ['template', { template: '{{input}}' }],
] as const)('transform %s of a polluted value only returns data', async (operation, more) => {
  await runPipeline({
    document: {
      steps: [{ id: 't', action: 'transform', params: { operation, input: POISON, ...more } as never }],
    },
  });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('merging polluted outputs creates own keys only', async () => {
  const { state } = await runPipeline({
    document: {
      steps: [
        { id: 'a', action: 'http_request', params: { url: 'http://a.test/' } },
        { id: 'm', action: 'aggregate', params: { sources: ['a'] } },
      ],
    },
    http: fakeHttp(() => ({ body: POISON })),
  });
  expect(state.status).toBe('completed');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
