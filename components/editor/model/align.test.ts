import { describe, expect, it } from 'vitest';
import { align, distribute } from './align';

const boxes = [
  { id: 'a', x: 0, y: 0, width: 100, height: 40 },
  { id: 'b', x: 150, y: 80, width: 200, height: 100 },
  { id: 'c', x: 700, y: 300, width: 100, height: 60 },
];

describe('aligning', () => {
  it.each([
    ['left', 'x', [0, 0, 0]],
    ['center', 'x', [350, 300, 350]],
    ['right', 'x', [700, 600, 700]],
    ['top', 'y', [0, 0, 0]],
    ['middle', 'y', [160, 130, 150]],
    ['bottom', 'y', [320, 260, 300]],
  ] as const)('at %s changes only %s', (alignment, key, expected) => {
    const places = align(boxes, alignment);
    expect(boxes.map(({ id }) => places[id]?.[key])).toEqual(expected);
    const other = key === 'x' ? 'y' : 'x';
    expect(boxes.map(({ id }) => places[id]?.[other])).toEqual(boxes.map((box) => box[other]));
  });
});

describe('distributing', () => {
  it('makes the gaps equal and keeps both ends', () => {
    expect(distribute(boxes, 'horizontal')).toEqual({
      a: { x: 0, y: 0 },
      b: { x: 300, y: 80 },
      c: { x: 700, y: 300 },
    });
    expect(distribute(boxes, 'vertical').b).toEqual({ x: 150, y: 120 });
  });

  it('changes nothing between two', () => {
    expect(distribute(boxes.slice(0, 2), 'horizontal')).toEqual({});
  });
});
