/** Width of the navigation at the left of every page, in px. */
export const RAIL_WIDTH = 56;

/** Least width of the canvas beside its panels, in px: a card at full size with its neighbours' ends. */
export const MIN_CANVAS = 560;

/** First width of a panel and its limits, in px. */
export interface PanelLimits {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

export const LEFT_LIMITS: PanelLimits = { first: 264, min: 200, max: 420 };

/** The inspector may take half of the page. */
export function inspectorLimits(page: number): PanelLimits {
  return { first: page >= WIDE_PAGE ? 440 : 360, min: 320, max: Math.max(320, page / 2) };
}

/** From this width forms have room for longer expressions. */
const WIDE_PAGE = 1800;

export type Side = 'left' | 'inspector';

/** A panel as a person wants it. */
export interface PanelWish {
  readonly isOpen: boolean;
  readonly size: number;
}

export interface PanelWishes {
  /** Width of the page in px. */
  readonly page: number;
  readonly left: PanelWish;
  readonly inspector: PanelWish;
  /** The panel that keeps its place when there is no room for both. */
  readonly favoured: Side;
}

/** Widths in px; 0 for a closed panel. A `sheet` is over the canvas. */
export interface PanelLayout {
  readonly left: number;
  readonly inspector: number | 'sheet';
}

/**
 * Divides the page. The canvas keeps `MIN_CANVAS` as long as a panel can become narrower or close; on pages without room
 * for the canvas and the inspector, the inspector is a sheet.
 */
export function layoutPanels(wishes: PanelWishes): PanelLayout {
  const { page, left, inspector, favoured } = wishes;
  const room = roomOf(page);
  const leftMin = LEFT_LIMITS.min;
  const inspectorMin = inspectorLimits(page).min;
  const isCrowded = left.isOpen && inspector.isOpen && room < leftMin + inspectorMin;
  const isSheet = inspector.isOpen && room < inspectorMin;
  const hasInspector = inspector.isOpen && !isSheet && !(isCrowded && favoured === 'left');
  const hasLeft = left.isOpen && !(isCrowded && hasInspector);
  if (hasLeft && hasInspector) return layoutBoth(wishes);
  const width = hasInspector ? fitted(inspector.size, inspectorMin, room) : 0;
  return {
    left: hasLeft ? fitted(left.size, leftMin, room) : 0,
    inspector: isSheet ? 'sheet' : width,
  };
}

/** Both panels: the favoured one takes what it wants, the other one what is left. */
function layoutBoth({ page, left, inspector, favoured }: PanelWishes): PanelLayout {
  const room = roomOf(page);
  const leftMin = LEFT_LIMITS.min;
  const inspectorMin = inspectorLimits(page).min;
  if (favoured === 'left') {
    const width = fitted(left.size, leftMin, room - inspectorMin);
    return { left: width, inspector: fitted(inspector.size, inspectorMin, room - width) };
  }
  const width = fitted(inspector.size, inspectorMin, room - leftMin);
  return { left: fitted(left.size, leftMin, room - width), inspector: width };
}

/** Width for panels beside the narrowest canvas. */
function roomOf(page: number): number {
  return page - RAIL_WIDTH - MIN_CANVAS;
}

function fitted(size: number, min: number, room: number): number {
  return Math.max(min, Math.min(size, room));
}
