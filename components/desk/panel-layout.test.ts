import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inspectorLimits,
  layoutPanels,
  leftLimits,
  MIN_CANVAS,
  type PanelWishes,
  RAIL_WIDTH,
} from './panel-layout';

const SEED = 20_261_122;

const both = (page: number, favoured: PanelWishes['favoured'] = 'inspector') =>
  layoutPanels({
    page,
    textScale: 1,
    left: { isOpen: true, size: 264 },
    inspector: { isOpen: true, size: 360 },
    favoured,
  });

describe('the panels of the desk', () => {
  it('have the widths that a person chose where there is room', () => {
    expect(both(1440)).toEqual({ left: 264, inspector: 360 });
  });

  it('become narrower before one closes, the other one first', () => {
    expect(both(1200)).toEqual({ left: 224, inspector: 360 });
    expect(both(1200, 'left')).toEqual({ left: 264, inspector: 320 });
  });

  it('leave the canvas 560 px at 1024 px: the favoured one stays', () => {
    expect(both(1024)).toEqual({ left: 0, inspector: 360 });
    expect(both(1024, 'left')).toEqual({ left: 264, inspector: 0 });
  });

  it('are a sheet over the canvas where the inspector has no room beside it', () => {
    expect(both(800).inspector).toBe('sheet');
  });

  it('grow with the text of the browser, and leave the canvas its pixels', () => {
    const sizes = { isOpen: true, size: 0 };
    const layout = (page: number, textScale: number) =>
      layoutPanels({ page, textScale, left: sizes, inspector: sizes, favoured: 'inspector' });
    expect(layout(1440, 1)).toEqual({ left: 200, inspector: 320 });
    expect(layout(1440, 1.5)).toEqual({ left: 300, inspector: 480 });
    expect(layout(1440, 2)).toEqual({ left: 0, inspector: 640 });
    expect(layout(1280, 2).inspector).toBe('sheet');
  });

  it(`never take the canvas more than its least width, from 1024 px (seed ${SEED})`, () => {
    const wish = fc.record({ isOpen: fc.boolean(), size: fc.integer({ min: 200, max: 1200 }) });
    fc.assert(
      fc.property(
        fc.record({
          page: fc.integer({ min: 1024, max: 2560 }),
          textScale: fc.constant(1),
          left: wish,
          inspector: wish,
          favoured: fc.constantFrom('left' as const, 'inspector' as const),
        }),
        (wishes) => {
          const { left, inspector } = layoutPanels(wishes);
          if (inspector === 'sheet') throw new Error('There is room for the inspector.');
          expect(wishes.page - RAIL_WIDTH - left - inspector).toBeGreaterThanOrEqual(MIN_CANVAS);
          for (const [width, min] of [
            [left, leftLimits(1).min],
            [inspector, inspectorLimits(wishes).min],
          ] as const) {
            expect(width === 0 || width >= min).toBe(true);
          }
          expect(left > 0 && !wishes.left.isOpen).toBe(false);
          expect(inspector > 0 && !wishes.inspector.isOpen).toBe(false);
        },
      ),
      { seed: SEED, numRuns: 500 },
    );
  });
});
