import { describe, expect, it } from 'vitest';
import type { Json } from '@/engine/json';
import { shapeOf } from './forms';

const LONG = 'words and more words\n'.repeat(20);

describe('the forms of an output', () => {
  it.each<[Json, string[], string]>([
    [{ status: 'ok' }, ['tree', 'raw'], 'tree'],
    [[{ a: 'x' }, { a: 'y' }], ['tree', 'table', 'raw'], 'table'],
    [[{ a: 1 }, { a: 2 }], ['tree', 'table', 'plot', 'raw'], 'table'],
    [[1, 2, null], ['tree', 'plot', 'raw'], 'plot'],
    [[1, 'a'], ['tree', 'raw'], 'tree'],
    [{ rows: [{ a: 1 }, { a: 2 }] }, ['tree', 'table', 'plot', 'raw'], 'tree'],
    [{ text: LONG }, ['tree', 'text', 'raw'], 'tree'],
    [LONG, ['text', 'raw'], 'text'],
    ['# Title', ['text', 'raw'], 'text'],
    ['short', ['raw'], 'raw'],
    [5, ['raw'], 'raw'],
    [null, ['raw'], 'raw'],
    [[], ['raw'], 'raw'],
  ])('of %j', (value, forms, first) => {
    const shape = shapeOf(value);
    expect(shape.forms).toEqual(forms);
    expect(shape.first).toBe(first);
  });

  it('finds the longest list first, with its path', () => {
    const { tables } = shapeOf({ few: [{ a: 1 }], body: { many: [{ a: 1 }, { a: 2 }] } });
    expect(tables.map(({ path }) => path)).toEqual([['body', 'many'], ['few']]);
  });

  it('stays quick for a large value', () => {
    const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, [index]]));
    expect(shapeOf(wide).forms).toContain('tree');
  });
});
