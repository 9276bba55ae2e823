import type { Viewport } from 'reactflow';
import type { ViewMode } from '../session';
import type { FlowNode } from './flow-types';
import { type Box, boundsOf, initialView } from './initial-view';
import { ZOOM_RANGE } from './zoom';

/** Space around everything that is fitted, in pixels. */
const FIT_MARGIN = 24;
/** Space around a card that was moved into sight, and the space that is enough for one in sight. */
const REVEAL_MARGIN = 48;
const ENOUGH = REVEAL_MARGIN / 2;
/** Smallest gain in zoom for which the view changes. */
const LARGER = 0.02;

type PlacedNode = Pick<FlowNode, 'id' | 'position' | 'measured' | 'selected'>;

/** The largest view of a box within a room, up to a zoom. */
export function viewOf(bounds: Box, room: Box, most = 1): Viewport {
  const fitting = Math.min(
    (room.width - FIT_MARGIN * 2) / bounds.width,
    (room.height - FIT_MARGIN * 2) / bounds.height,
  );
  const zoom = Math.max(ZOOM_RANGE.min, Math.min(most, fitting));
  return {
    x: room.x + (room.width - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: room.y + (room.height - bounds.height * zoom) / 2 - bounds.y * zoom,
    zoom,
  };
}

/** The view with the smallest change that shows a box; the same view when it is in sight. */
export function viewWith(bounds: Box, view: Viewport, room: Box): Viewport {
  const box = onScreen(bounds, view);
  if (isWithin(box, room, ENOUGH)) return view;
  const isTooLarge =
    box.width > room.width - REVEAL_MARGIN * 2 || box.height > room.height - REVEAL_MARGIN * 2;
  if (isTooLarge) return viewOf(bounds, room, view.zoom);
  return {
    x: view.x + shift(box.x, box.width, { start: room.x, length: room.width }),
    y: view.y + shift(box.y, box.height, { start: room.y, length: room.height }),
    zoom: view.zoom,
  };
}

/** The initial view within a room. */
export function initialViewIn(nodes: readonly PlacedNode[], room: Box): Viewport {
  const { x, y, zoom } = initialView(nodes, room.width, room.height);
  return { x: x + room.x, y: y + room.y, zoom };
}

export interface ViewToSettle {
  readonly nodes: readonly PlacedNode[];
  readonly view: Viewport;
  readonly mode: ViewMode;
  /** The part of the canvas that no panel covers, in pixels. */
  readonly room: Box;
}

/**
 * The view after the room of the canvas has changed: the same one while it shows as much as a new one would, and
 * whenever a person has moved it. A selected card stays in sight.
 */
export function settledView({ nodes, view, mode, room }: ViewToSettle): Viewport {
  const bounds = boundsOf(nodes);
  if (mode === 'moved' || bounds === undefined) return view;
  const base = mode === 'followed' ? view : refitted({ nodes, view, mode, room }, bounds);
  const selected = boundsOf(nodes.filter((node) => node.selected === true));
  return selected === undefined ? base : viewWith(selected, base, room);
}

function refitted({ nodes, view, mode, room }: ViewToSettle, bounds: Box): Viewport {
  const wanted = mode === 'all' ? viewOf(bounds, room) : initialViewIn(nodes, room);
  const showsAll = isWithin(onScreen(bounds, wanted), room, 0);
  // Of a pipeline that is too large to be read at once, the beginning.
  const target = showsAll ? bounds : boundsOf(nodes.slice(0, 1));
  const isKept = target !== undefined && isWithin(onScreen(target, view), room, 0);
  return isKept && view.zoom > wanted.zoom - LARGER ? view : wanted;
}

/** A box of the canvas in pixels of the screen. */
function onScreen({ x, y, width, height }: Box, view: Viewport): Box {
  return {
    x: x * view.zoom + view.x,
    y: y * view.zoom + view.y,
    width: width * view.zoom,
    height: height * view.zoom,
  };
}

function isWithin(box: Box, room: Box, margin: number): boolean {
  return (
    box.x >= room.x + margin &&
    box.y >= room.y + margin &&
    box.x + box.width <= room.x + room.width - margin &&
    box.y + box.height <= room.y + room.height - margin
  );
}

/** Distance by which an interval must move to be inside with a margin. */
function shift(at: number, length: number, room: { start: number; length: number }): number {
  const first = room.start + REVEAL_MARGIN;
  if (at < first) return first - at;
  const over = at + length - (room.start + room.length - REVEAL_MARGIN);
  return over > 0 ? -over : 0;
}
