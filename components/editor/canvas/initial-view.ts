import type { Viewport } from 'reactflow';
import type { FlowNode } from './flow-types';

/** Zoom at which a pipeline that does not fit is opened: every card is readable. */
const READABLE = 0.76;
const MARGIN = 18;

/** What the canvas shows first: everything when that is readable, otherwise the beginning. */
export function initialView(nodes: readonly FlowNode[], width: number, height: number): Viewport {
  const bounds = boundsOf(nodes);
  if (bounds === undefined) return { x: width / 2, y: height / 2, zoom: 1 };
  const fitting = Math.min((width - MARGIN * 2) / bounds.width, (height - MARGIN * 2) / bounds.height);
  if (fitting >= READABLE * 0.8) {
    const zoom = Math.min(1, fitting);
    const room = height - bounds.height * zoom;
    return {
      x: (width - bounds.width * zoom) / 2 - bounds.x * zoom,
      y: Math.max(MARGIN, Math.min(room / 2, height * 0.3)) - bounds.y * zoom,
      zoom,
    };
  }
  const [first] = nodes;
  const start = first?.position ?? bounds;
  return {
    x: MARGIN - Math.max(bounds.x, Math.min(start.x, bounds.x)) * READABLE,
    y: MARGIN - (start.y - Math.min(start.y - bounds.y, 240)) * READABLE,
    zoom: READABLE,
  };
}

/** The box around all nodes; undefined when there are none. */
export function boundsOf(nodes: readonly FlowNode[]) {
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
