import { describe, expect, it } from 'vitest';
import { type Drawing, type DrawnEdge, scoreDrawing } from './layout-score';

const card = (id: string, x: number, y: number) => ({ id, x, y, width: 100, height: 50 });
const edge = (from: string, to: string, corners: readonly (readonly [number, number])[]): DrawnEdge => ({
  from,
  to,
  handle: 'out',
  points: corners.map(([x, y]) => ({ x, y })),
});

function score(drawing: Partial<Drawing>) {
  return scoreDrawing({ cards: [], edges: [], ports: [], ...drawing });
}

describe('the score of a drawing', () => {
  it('counts crossings, but not edges that only touch', () => {
    const flat = edge('a', 'b', [
      [0, 10],
      [100, 10],
    ]);
    const steep = (end: number) =>
      edge('c', 'd', [
        [50, 0],
        [50, end],
      ]);
    expect(score({ edges: [flat, steep(20)] }).crossings).toBe(1);
    expect(score({ edges: [flat, steep(10)] }).crossings).toBe(0);
  });

  it('counts an edge through a card once, and its bends', () => {
    const cards = [card('a', 0, 0), card('b', 200, 0), card('c', 400, 0)];
    const through = edge('a', 'c', [
      [100, 25],
      [350, 25],
      [350, 30],
      [400, 30],
    ]);
    expect(score({ cards, edges: [through] })).toMatchObject({ through: 1, bends: 2, area: 25 });
  });

  it('measures what branches share with other edges', () => {
    const one = edge('a', 'c', [
      [0, 0],
      [0, 100],
      [20, 100],
    ]);
    const other = edge('b', 'c', [
      [0, 40],
      [0, 100],
      [20, 100],
    ]);
    const branch = { ...other, handle: 'true' };
    expect(score({ edges: [one, branch] }).shared).toBe(60);
    expect(score({ edges: [one, other] }).shared).toBe(0);
    expect(score({ edges: [branch, { ...branch }] }).shared).toBe(0);
  });

  it('counts labels on cards, on handles and on each other', () => {
    const label = { x: 90, y: 0, width: 40, height: 20 };
    const at = (box: typeof label) => ({ ...edge('a', 'b', []), label: box });
    expect(score({ cards: [card('a', 0, 0)], edges: [at(label)] }).labelOverlaps).toBe(1);
    expect(score({ ports: [{ x: 100, y: 10 }], edges: [at(label)] }).labelOverlaps).toBe(1);
    expect(score({ edges: [at(label), at({ ...label, x: 120 })] }).labelOverlaps).toBe(1);
  });

  it('counts edges to a card that is not to the right', () => {
    const cards = [card('a', 0, 0), card('b', 0, 100)];
    expect(score({ cards, edges: [edge('a', 'b', [])] }).leftward).toBe(1);
  });
});
