import { describe, expect, it } from 'vitest';
import { settledView, viewOf, viewWith } from './viewport';

const room = { x: 0, y: 0, width: 800, height: 600 };
const start = { x: 0, y: 0, zoom: 1 };

/** Cards of 264 × 100 in a row. */
const row = (count: number, selected?: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    position: { x: index * 340, y: 0 },
    measured: { width: 264, height: 100 },
    selected: index === selected,
  }));

describe('the view that shows a card', () => {
  it('is unchanged while the card is in sight', () => {
    expect(viewWith({ x: 100, y: 100, width: 264, height: 100 }, start, room)).toBe(start);
  });

  it('moves by the smallest distance, with space around the card', () => {
    const card = { x: 700, y: 100, width: 264, height: 100 };
    expect(viewWith(card, start, room)).toEqual({ x: -212, y: 0, zoom: 1 });
    expect(viewWith({ ...card, x: -400 }, start, room)).toEqual({ x: 448, y: 0, zoom: 1 });
  });

  it('leaves the room of a panel over the canvas free', () => {
    const card = { x: 300, y: 100, width: 264, height: 100 };
    expect(viewWith(card, start, { ...room, width: 400 }).x).toBe(-212);
  });

  it('is smaller for what does not fit', () => {
    const { zoom, x } = viewWith({ x: 0, y: 0, width: 1504, height: 100 }, start, room);
    expect(zoom).toBe(0.5);
    expect(x).toBe(24);
  });
});

describe('the view of everything', () => {
  it('is in the middle of the room, not larger than the cards', () => {
    expect(viewOf({ x: 0, y: 0, width: 264, height: 100 }, { ...room, x: 100 })).toEqual({
      x: 368,
      y: 250,
      zoom: 1,
    });
  });
});

describe('the view after the canvas has changed its size', () => {
  it('is the same while it shows everything', () => {
    const view = { x: 40, y: 60, zoom: 1 };
    expect(settledView({ nodes: row(2), view, mode: 'initial', room })).toBe(view);
    expect(settledView({ nodes: row(2), view, mode: 'initial', room: { ...room, height: 400 } })).toBe(view);
  });

  it('shows everything again when a panel takes space, and more closely when it is closed', () => {
    const nodes = row(2);
    const small = settledView({ nodes, view: start, mode: 'all', room: { ...room, width: 400 } });
    expect(small.zoom).toBeCloseTo(352 / 604);
    expect(settledView({ nodes, view: small, mode: 'all', room }).zoom).toBe(1);
  });

  it('is the same wherever a person has moved it', () => {
    const view = { x: 4000, y: 4000, zoom: 0.3 };
    expect(settledView({ nodes: row(3, 1), view, mode: 'moved', room })).toBe(view);
  });

  it('keeps the selected card in sight', () => {
    const view = { x: -2500, y: 200, zoom: 1 };
    const settled = settledView({
      nodes: row(12, 9),
      view,
      mode: 'followed',
      room: { ...room, width: 500 },
    });
    expect(9 * 340 * settled.zoom + settled.x).toBeGreaterThanOrEqual(48);
    expect((9 * 340 + 264) * settled.zoom + settled.x).toBeLessThanOrEqual(500 - 48);
  });

  it('keeps the beginning of a large pipeline where it is', () => {
    const nodes = row(30);
    const first = settledView({ nodes, view: { x: 9000, y: 0, zoom: 1 }, mode: 'initial', room });
    const lower = { ...room, height: 420 };
    expect(settledView({ nodes, view: first, mode: 'initial', room: lower })).toBe(first);
  });
});
