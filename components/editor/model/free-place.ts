import type { Position } from '@/engine';

/** A rectangle on the canvas. */
export interface PlacedBox extends Position {
  readonly width: number;
  readonly height: number;
}

/** Space between a new card and others, in canvas pixels. */
const GAP = 24;
const GRID = 8;
/** How many times as far a place to the left or above counts: pipelines grow to the right and down. */
const LEFT = 3;
const UP = 2;

/**
 * The place nearest to `wanted` where a box of this size covers no other: the wanted one, beside the boxes in the way,
 * or below everything.
 */
export function nearestFree(
  boxes: readonly PlacedBox[],
  wanted: Position,
  { width, height }: { readonly width: number; readonly height: number },
): Position {
  const start = { x: toGrid(wanted.x, Math.round), y: toGrid(wanted.y, Math.round) };
  const isFree = (at: Position) => !boxes.some((box) => overlaps(box, { ...at, width, height }));
  if (isFree(start)) return start;
  const beside = boxes.flatMap((box): Position[] => {
    const left = toGrid(box.x - width - GAP, Math.floor);
    const right = toGrid(box.x + box.width + GAP, Math.ceil);
    const above = toGrid(box.y - height - GAP, Math.floor);
    const below = toGrid(box.y + box.height + GAP, Math.ceil);
    return [
      { x: left, y: start.y },
      { x: right, y: start.y },
      { x: start.x, y: above },
      { x: start.x, y: below },
      { x: right, y: box.y },
      { x: box.x, y: below },
    ];
  });
  const distance = ({ x, y }: Position) => Math.hypot(costly(x - start.x, LEFT), costly(y - start.y, UP));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return (
    beside.sort((a, b) => distance(a) - distance(b)).find(isFree) ?? {
      x: start.x,
      y: toGrid(bottom + GAP, Math.ceil),
    }
  );
}

function costly(distance: number, factor: number): number {
  return distance < 0 ? distance * factor : distance;
}

function overlaps(a: PlacedBox, b: PlacedBox): boolean {
  const gap = GAP / 2;
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}

function toGrid(value: number, round: (value: number) => number): number {
  return round(value / GRID) * GRID;
}
