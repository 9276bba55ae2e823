import type { Position } from '@/engine';

/** A card or note, with its size in canvas pixels. */
export interface AlignBox extends Position {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

export type Axis = 'horizontal' | 'vertical';

type Places = Record<string, Position>;

/** New positions of boxes that are aligned at a side of the box around them, or at its middle. */
export function align(boxes: readonly AlignBox[], alignment: Alignment): Places {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const place = ({ x, y, width, height }: AlignBox): Position => {
    switch (alignment) {
      case 'left':
        return { x: left, y };
      case 'center':
        return { x: (left + right - width) / 2, y };
      case 'right':
        return { x: right - width, y };
      case 'top':
        return { x, y: top };
      case 'middle':
        return { x, y: (top + bottom - height) / 2 };
      case 'bottom':
        return { x, y: bottom - height };
    }
  };
  return Object.fromEntries(boxes.map((box) => [box.id, place(box)]));
}

/** New positions of boxes with equal gaps along an axis; the first and the last one stay. */
export function distribute(boxes: readonly AlignBox[], axis: Axis): Places {
  const isHorizontal = axis === 'horizontal';
  const startOf = ({ x, y }: AlignBox) => (isHorizontal ? x : y);
  const lengthOf = ({ width, height }: AlignBox) => (isHorizontal ? width : height);
  const sorted = boxes.toSorted((a, b) => startOf(a) - startOf(b));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined || sorted.length < 3) return {};
  const room = startOf(last) - startOf(first) - lengthOf(first);
  const taken = sorted.slice(1, -1).reduce((sum, box) => sum + lengthOf(box), 0);
  const gap = (room - taken) / (sorted.length - 1);
  const places: Places = {};
  let at = startOf(first);
  for (const box of sorted) {
    places[box.id] = isHorizontal ? { x: at, y: box.y } : { x: box.x, y: at };
    at += lengthOf(box) + gap;
  }
  return places;
}
