import { describe, expect, it } from 'vitest';
import { layoutCards } from './layout';
import { inPlace } from './layout-in-place';

const card = (id: string) => ({ id, width: 264, height: 80 });
const cards = ['a', 'b', 'c'].map(card);
const edges = [
  { from: 'a', to: 'b' },
  { from: 'b', to: 'c' },
];
const arranged = layoutCards({ cards, edges, origin: { x: 0, y: 0 } });

describe('a part that is arranged in place', () => {
  it('leaves cards alone that are in place already', () => {
    const before = Object.fromEntries(
      Object.entries(arranged).map(([id, { x, y }]) => [id, { x: x + 1003, y: y - 77 }]),
    );
    expect(inPlace(arranged, { cards, before, fixed: [] })).toEqual(before);
  });

  it('moves only the card that is out of line', () => {
    const before = { ...arranged, c: { x: 500, y: 900 } };
    expect(inPlace(arranged, { cards, before, fixed: [] })).toEqual(arranged);
  });

  it('covers no card that stays, and is as near as possible', () => {
    const fixed = [{ ...card('d'), x: 328, y: 40 }];
    const placed = inPlace(arranged, { cards, before: arranged, fixed });
    expect(placed.b).toEqual({ x: 328, y: -64 });
  });
});
