import { describe, expect, it } from 'vitest';
import { initialView } from './initial-view';

const WIDTH = 760;
const HEIGHT = 740;

/** Cards of 264 × 100, in a row or a column. */
const row = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ position: { x: index * 340, y: 0 } }));
const column = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ position: { x: 0, y: index * 180 } }));

describe('the initial view of the canvas', () => {
  it('is the whole pipeline, above the middle, when that is readable', () => {
    const { x, y, zoom } = initialView(row(2), WIDTH, HEIGHT);
    expect(zoom).toBe(1);
    expect(x).toBe((WIDTH - 604) / 2);
    expect(y).toBe(HEIGHT * 0.3);
  });

  it('is the whole of a row whose titles can be read', () => {
    const { x, zoom } = initialView(row(6), WIDTH, HEIGHT);
    expect(zoom).toBeCloseTo((WIDTH - 36) / 1964);
    expect(x).toBeCloseTo(18);
  });

  it('is the beginning of a long row, at the same distance from the top as a short one', () => {
    const { x, y, zoom } = initialView(row(12), WIDTH, HEIGHT);
    expect(zoom).toBe(0.76);
    expect(x).toBe(18);
    expect(y).toBe(HEIGHT * 0.3);
  });

  it('is the top of a high column', () => {
    const { y } = initialView(column(20), WIDTH, HEIGHT);
    expect(y).toBe(18);
  });

  it('is the middle of an empty canvas', () => {
    expect(initialView([], WIDTH, HEIGHT)).toEqual({ x: WIDTH / 2, y: HEIGHT / 2, zoom: 1 });
  });
});
