import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine';
import { expressionPath, flattenJson, openingView, PAGE_SIZE, reveal, type TreeView } from './flatten';
import { searchJson } from './search';

const closed: TreeView = { expanded: new Set(), pages: new Map() };
const sample: Json = { error: { kind: 'timeout', after_ms: 15000 }, list: [1, { deep: true }], note: null };

function ids(root: Json, view: TreeView): string[] {
  return flattenJson(root, view).map((row) => row.id);
}

describe('flattening JSON', () => {
  it('shows only the first level of a closed tree, with kinds and sizes', () => {
    const rows = flattenJson(sample, closed);
    expect(rows.map((row) => (row.kind === 'value' ? [row.name, row.type, row.size] : row))).toEqual([
      ['error', 'object', 2],
      ['list', 'array', 2],
      ['note', 'null', undefined],
    ]);
  });

  it('lists the entries of an open object directly below it', () => {
    const view = { ...closed, expanded: new Set(['/error', '/list', '/list/1']) };
    expect(ids(sample, view)).toEqual([
      '/error',
      '/error/kind',
      '/error/after_ms',
      '/list',
      '/list/0',
      '/list/1',
      '/list/1/deep',
      '/note',
    ]);
  });

  it('has the position of each line among its siblings for screen readers', () => {
    const row = flattenJson(sample, closed)[1];
    expect(row).toMatchObject({ position: 2, siblings: 3, depth: 0 });
  });

  it('shows a long list one page at a time with the number of remaining items', () => {
    const long: Json = Array.from({ length: 1_000_000 }, (_, index) => index);
    const first = flattenJson(long, closed);
    expect(first).toHaveLength(PAGE_SIZE + 1);
    expect(first.at(-1)).toMatchObject({ kind: 'more', shown: 200, total: 1_000_000 });
    const second = flattenJson(long, { ...closed, pages: new Map([['', 2]]) });
    expect(second).toHaveLength(2 * PAGE_SIZE + 1);
  });

  it('distinguishes keys that look like paths', () => {
    const tricky: Json = { 'a/b': 1, a: { b: 2 }, 'a~1b': 3 };
    const all = ids(tricky, { ...closed, expanded: new Set(['/a']) });
    expect(new Set(all).size).toBe(all.length);
  });

  it('opens small values at once and leaves large ones closed', () => {
    expect([...openingView(sample).expanded].sort()).toEqual(['/error', '/list', '/list/1']);
    const large: Json = { results: Array.from({ length: 500 }, () => ({ a: 1 })) };
    expect([...openingView(large).expanded]).toEqual([]);
  });

  it('does not open an empty object', () => {
    expect(flattenJson({ a: {} }, { ...closed, expanded: new Set(['/a']) })).toMatchObject([
      { expanded: false },
    ]);
  });

  it('reveals a path by opening its parents and pages', () => {
    const root: Json = { list: Array.from({ length: 450 }, (_, index) => ({ index })) };
    const view = reveal(root, closed, ['list', 420, 'index']);
    expect(ids(root, view)).toContain('/list/420/index');
  });

  it('finds keys and scalars in document order, ignoring case', () => {
    expect(searchJson(sample, 'TIME')).toEqual([['error', 'kind']]);
    expect(searchJson(sample, 'e')).toEqual([
      ['error'],
      ['error', 'kind'],
      ['error', 'after_ms'],
      ['list', 1, 'deep'],
      ['note'],
    ]);
    expect(searchJson(sample, '  ')).toEqual([]);
  });

  it('survives nesting deeper than the call stack', () => {
    let deep: Json = 'needle';
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    expect(searchJson(deep, 'absent')).toEqual([]);
  });

  it('writes a path as an expression', () => {
    expect(expressionPath('steps.a.output', ['results', 0, 'first name', 'ok'])).toBe(
      'steps.a.output.results[0]["first name"].ok',
    );
  });
});
