import { describe, expect, it } from 'vitest';
import { bareReferences, chipEdges, settleCursor } from './chip-edges';

const text = 'is {{steps.a.output.b}} up';
const from = text.indexOf('{{');
const to = text.indexOf('}}') + 2;

describe('bareReferences', () => {
  it('finds templates that are one reference', () => {
    expect(bareReferences(text, 'template')).toEqual([{ from, to, shownFrom: from + 8, shownTo: to - 2 }]);
    expect(bareReferences('{{ default(params.a, 1) }}', 'template')).toEqual([]);
    expect(bareReferences('{{params.a', 'template')).toEqual([]);
  });
});

describe('settleCursor', () => {
  const edges = chipEdges(text, 'template');

  it('puts a click or the End key at a chip’s edge beside the chip', () => {
    expect(settleCursor(edges, 0, to - 2)).toBe(to);
    expect(settleCursor(edges, text.length, from + 8)).toBe(from);
  });

  it('lets the arrow keys go inside from right beside it', () => {
    expect(settleCursor(edges, to, to - 2)).toBe(to - 2);
    expect(settleCursor(edges, from, from + 8)).toBe(from + 8);
  });

  it('moves freely inside and elsewhere', () => {
    expect(settleCursor(edges, from + 12, from + 8)).toBe(from + 8);
    expect(settleCursor(edges, 0, 2)).toBe(2);
    expect(settleCursor(edges, 0, from + 12)).toBe(from + 12);
  });

  it('knows the hidden beginning of a reference in a condition', () => {
    const condition = 'steps.a.status == "failed"';
    expect(settleCursor(chipEdges(condition, 'expression'), condition.length, 6)).toBe(0);
  });
});
