import { describe, expect, it } from 'vitest';
import { detailAt, zoomStep } from './zoom';

describe('the zoom of the canvas', () => {
  it.each([
    [1, 'full'],
    [0.6, 'full'],
    [0.59, 'compact'],
    [0.3, 'compact'],
    [0.29, 'tile'],
  ])('shows cards at %d as %s', (zoom, detail) => {
    expect(detailAt(zoom)).toBe(detail);
  });

  it('sizes text for the next lower step, so that it is never too small', () => {
    expect(zoomStep(0.65)).toBe(0.6);
    expect(zoomStep(0.6)).toBe(0.6);
    expect(zoomStep(0.01)).toBe(0.05);
  });
});
