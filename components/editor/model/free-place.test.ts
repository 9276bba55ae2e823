import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestFree } from './free-place';

const size = { width: 264, height: 120 };
const card = (x: number, y: number) => ({ x, y, ...size });

describe('the nearest free place', () => {
  it('is the wanted one where nothing is in the way', () => {
    expect(nearestFree([card(0, 0)], { x: 400, y: 3 }, size)).toEqual({ x: 400, y: 0 });
  });

  it('is beside the card in the way, on the nearer side', () => {
    expect(nearestFree([card(0, 0)], { x: 8, y: 96 }, size)).toEqual({ x: 8, y: 144 });
    expect(nearestFree([card(0, 0)], { x: 200, y: 0 }, size)).toEqual({ x: 288, y: 0 });
  });

  it('covers no card, however many there are', () => {
    const number = fc.integer({ min: -600, max: 600 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 30 }), number, number, (cards, x, y) => {
        const boxes = cards.map(([left, top]) => card(left, top));
        const at = nearestFree(boxes, { x, y }, size);
        const covered = boxes.filter(
          (box) =>
            at.x < box.x + box.width &&
            box.x < at.x + size.width &&
            at.y < box.y + box.height &&
            box.y < at.y + size.height,
        );
        expect(covered).toEqual([]);
      }),
    );
  });
});
