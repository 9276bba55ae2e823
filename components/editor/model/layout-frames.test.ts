import { describe, expect, it } from 'vitest';
import { layoutCards } from './layout';
import { type FramedInput, layoutFramed } from './layout-frames';

const card = (id: string) => ({ id, width: 264, height: 100 });
const input: FramedInput = {
  cards: ['a', 'b', 'c', 'd', 'e', 'f'].map(card),
  edges: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'a', to: 'd' },
    { from: 'd', to: 'e' },
    { from: 'c', to: 'f' },
    { from: 'e', to: 'f' },
  ],
  origin: { x: 40, y: 80 },
  frames: [{ id: 'one', cards: ['b', 'c'], width: 9, height: 9 }],
};

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const covers = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('a layout with frames', () => {
  it('keeps the cards of a frame in its area, and others out of it', () => {
    const { positions, areas } = layoutFramed(input);
    const area = areas.one;
    if (area === undefined) throw new Error('The frame has no area.');
    for (const { id, width, height } of input.cards) {
      const box = { ...(positions[id] ?? { x: 0, y: 0 }), width, height };
      expect([id, covers(box, area)]).toEqual([id, id === 'b' || id === 'c']);
    }
    expect(positions.a?.x).toBeLessThan(area.x);
    expect(positions.f?.x).toBeGreaterThan(area.x + area.width);
    expect(positions.c?.x).toBeGreaterThan(positions.b?.x ?? Number.NaN);
  });

  it('lets no frame cover another, also where edges lead from one to the other and back', () => {
    const two = layoutFramed({
      ...input,
      frames: [
        { id: 'one', cards: ['b', 'e'], width: 9, height: 9 },
        { id: 'two', cards: ['c', 'd'], width: 9, height: 9 },
        { id: 'empty', cards: [], width: 300, height: 200 },
      ],
    });
    const areas = Object.values(two.areas);
    expect(areas).toHaveLength(3);
    expect(two.areas.empty).toMatchObject({ width: 300, height: 200 });
    for (const [index, one] of areas.entries())
      for (const other of areas.slice(index + 1)) expect(covers(one, other)).toBe(false);
  });

  it('is the layout without frames where there are none', () => {
    const { frames: _frames, ...plain } = input;
    expect(layoutFramed({ ...input, frames: [] })).toEqual({ positions: layoutCards(plain), areas: {} });
  });
});
