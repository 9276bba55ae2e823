import { describe, expect, it } from 'vitest';
import { indexDescriptors, type PipelineDocument } from '@/engine';
import { lineBetween, previewOf } from './preview';
import { CARD } from './preview-card';

describe('lineBetween', () => {
  it('is straight between cards on one level', () => {
    expect(lineBetween({ x: 0, y: 0 }, { x: 100, y: 0 })).toBe(`M${CARD.width} 11H100`);
  });
  it('bends to cards on other levels and ends at their left side', () => {
    const down = lineBetween({ x: 0, y: 0 }, { x: 86, y: 40 });
    const up = lineBetween({ x: 0, y: 40 }, { x: 86, y: 0 });
    expect(down).toBe('M46 11H60q6 0 6 6V45q0 6 6 6H86');
    expect(up).toBe('M46 51H60q6 0 6 -6V17q0 -6 6 -6H86');
  });
});

const document: PipelineDocument = {
  steps: [
    { id: 'a', action: 'log' },
    { id: 'b', action: 'log', depends_on: ['a'] },
    { id: 'c', action: 'log', depends_on: ['b'], params: { message: '{{steps.a.output.message}}' } },
    { id: 'd', action: 'log', params: { message: '{{steps.a.output.message}}' } },
    { id: 'unplaced', action: 'log', depends_on: ['a'] },
  ],
  layout: { steps: { a: { x: 0, y: 0 }, b: { x: 340, y: 0 }, c: { x: 680, y: 0 }, d: { x: 340, y: 180 } } },
};

describe('previewOf', () => {
  const preview = previewOf(document, indexDescriptors([]));

  it('has a card for every placed step, inside its box', () => {
    const [left = 0, top = 0, width = 0, height = 0] = preview.viewBox.split(' ').map(Number);
    expect(preview.cards.map((card) => card.id)).toEqual(['a', 'b', 'c', 'd']);
    for (const card of preview.cards) {
      expect(card.x).toBeGreaterThanOrEqual(left);
      expect(card.y).toBeGreaterThanOrEqual(top);
      expect(card.x + CARD.width).toBeLessThanOrEqual(left + width);
      expect(card.y + CARD.height).toBeLessThanOrEqual(top + height);
    }
  });

  it('draws a reference only without another edge', () => {
    // a to b, b to c, a to d; not a to c, which are connected through b.
    expect(preview.lines).toHaveLength(3);
  });

  it('draws an empty pipeline as an empty box', () => {
    const empty = previewOf({ steps: [] }, indexDescriptors([]));
    expect(empty.cards).toEqual([]);
    expect(empty.lines).toEqual([]);
  });
});
