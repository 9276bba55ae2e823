import { expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { mergeDocuments } from './version-diff';

const log = (id: string, message: string) => ({ id, action: 'log', params: { message, level: 'info' } });

const before: PipelineDocument = {
  steps: [log('a', 'one'), log('b', 'two'), log('c', 'three')],
  layout: { steps: { c: { x: 7, y: 8 } } },
};

it('marks steps as added, removed and changed, with the removed ones at their previous positions', () => {
  const after = { name: 'New', steps: [log('a', 'one'), log('b', 'other'), log('d', 'four')] };
  const { document, changes, keys } = mergeDocuments(before, after);
  expect(document.steps.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c']);
  expect(document.layout?.steps?.c).toEqual({ x: 7, y: 8 });
  expect([...changes.values()]).toEqual([
    { id: 'b', change: 'changed', keys: ['params.message'] },
    { id: 'd', change: 'added', keys: [] },
    { id: 'c', change: 'removed', keys: [] },
  ]);
  expect(keys).toEqual(['name']);
});

it('finds no difference in documents that differ in positions', () => {
  const { document, changes, keys } = mergeDocuments(before, { steps: before.steps });
  expect(document.steps).toBe(before.steps);
  expect([changes.size, keys]).toEqual([0, []]);
});
