import { describe, expect, it } from 'vitest';
import { bareReferences, chipEdges, settleCursor } from './chip-edges';

const text = 'is {{steps.a.output.b}} up';
const from = text.indexOf('{{');
const to = text.indexOf('}}') + 2;

describe('bareReferences', () => {
  it('finds templates with a single reference', () => {
    expect(bareReferences(text, 'template')).toEqual([{ from, to, shownFrom: from + 8, shownTo: to - 2 }]);
    expect(bareReferences('{{ default(params.a, 1) }}', 'template')).toEqual([]);
    expect(bareReferences('{{params.a', 'template')).toEqual([]);
  });
});

describe('settleCursor', () => {
  const edges = chipEdges(text, 'template');

  it('places the cursor beside a chip after a click or End at its edge', () => {
    expect(settleCursor(edges, 0, to - 2)).toBe(to);
    expect(settleCursor(edges, text.length, from + 8)).toBe(from);
  });

  it('lets the arrow keys move inside from directly beside the chip', () => {
    expect(settleCursor(edges, to, to - 2)).toBe(to - 2);
    expect(settleCursor(edges, from, from + 8)).toBe(from + 8);
  });

  it('does not change moves inside a chip and elsewhere', () => {
    expect(settleCursor(edges, from + 12, from + 8)).toBe(from + 8);
    expect(settleCursor(edges, 0, 2)).toBe(2);
    expect(settleCursor(edges, 0, from + 12)).toBe(from + 12);
  });

  it('handles the hidden beginning of a reference in a condition', () => {
    const condition = 'steps.a.status == "failed"';
    expect(settleCursor(chipEdges(condition, 'expression'), condition.length, 6)).toBe(0);
  });
});
