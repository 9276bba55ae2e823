import type { Viewport } from 'reactflow';
import type { FlowNode } from './flow-types';
import { COMPACT_FROM } from './zoom';

/** Initial zoom of a pipeline whose titles could not be read if all of it was shown: its first cards are shown in full. */
const READABLE = 0.76;
const MARGIN = 18;

/** The parts of a node that determine the view. */
type PlacedNode = Pick<FlowNode, 'position' | 'measured'>;

/** The initial view: the whole pipeline while its titles can be read, otherwise its beginning. */
export function initialView(nodes: readonly PlacedNode[], width: number, height: number): Viewport {
  const bounds = boundsOf(nodes);
  if (bounds === undefined) return { x: width / 2, y: height / 2, zoom: 1 };
  const fitting = Math.min((width - MARGIN * 2) / bounds.width, (height - MARGIN * 2) / bounds.height);
  if (fitting >= COMPACT_FROM) {
    const zoom = Math.min(1, fitting);
    return {
      x: (width - bounds.width * zoom) / 2 - bounds.x * zoom,
      y: marginAbove(bounds.height * zoom, height) - bounds.y * zoom,
      zoom,
    };
  }
  const [first] = nodes;
  const start = first?.position ?? bounds;
  const isLow = bounds.height * READABLE <= height - MARGIN * 2;
  const top = isLow ? bounds.y : start.y - Math.min(start.y - bounds.y, 240);
  return {
    x: MARGIN - Math.max(bounds.x, Math.min(start.x, bounds.x)) * READABLE,
    y: (isLow ? marginAbove(bounds.height * READABLE, height) : MARGIN) - top * READABLE,
    zoom: READABLE,
  };
}

/** Space above cards that fit: half of the free height, less on a high canvas. */
function marginAbove(cardsHeight: number, height: number): number {
  return Math.max(MARGIN, Math.min((height - cardsHeight) / 2, height * 0.3));
}

/** A rectangle, on the canvas or on the screen. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box around all nodes; undefined when there are none. */
export function boundsOf(nodes: readonly PlacedNode[]): Box | undefined {
  if (nodes.length === 0) return undefined;
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { position, measured } of nodes) {
    left = Math.min(left, position.x);
    top = Math.min(top, position.y);
    right = Math.max(right, position.x + (measured?.width ?? 264));
    bottom = Math.max(bottom, position.y + (measured?.height ?? 100));
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
