/** Width of the navigation at the left of every page at the usual text size, in px. */
export const RAIL_WIDTH = 56;

/** Least width of the canvas beside its panels, in px: a card at full size with its neighbours' ends. */
export const MIN_CANVAS = 560;

/** First width of a panel and its limits, in px. */
export interface PanelLimits {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/** The width of the page in px, and how many times larger than usual its text is. */
export interface PageMeasure {
  readonly page: number;
  readonly textScale: number;
}

/** The panel at the left, which grows with the text. */
export function leftLimits(textScale: number): PanelLimits {
  return { first: 264 * textScale, min: 200 * textScale, max: 420 * textScale };
}

/** The inspector, which grows with the text. It may take half of the page. */
export function inspectorLimits({ page, textScale }: PageMeasure): PanelLimits {
  const min = 320 * textScale;
  const first = (page >= WIDE_PAGE * textScale ? 440 : 360) * textScale;
  return { first, min, max: Math.max(min, page / 2) };
}

/** From this width forms have room for longer expressions, in px at the usual text size. */
const WIDE_PAGE = 1800;

export type Side = 'left' | 'inspector';

/** A panel as a person wants it. */
export interface PanelWish {
  readonly isOpen: boolean;
  readonly size: number;
}

export interface PanelWishes extends PageMeasure {
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
  const { left, inspector, favoured } = wishes;
  const { room, leftMin, inspectorMin } = measuresOf(wishes);
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
function layoutBoth(wishes: PanelWishes): PanelLayout {
  const { left, inspector, favoured } = wishes;
  const { room, leftMin, inspectorMin } = measuresOf(wishes);
  if (favoured === 'left') {
    const width = fitted(left.size, leftMin, room - inspectorMin);
    return { left: width, inspector: fitted(inspector.size, inspectorMin, room - width) };
  }
  const width = fitted(inspector.size, inspectorMin, room - leftMin);
  return { left: fitted(left.size, leftMin, room - width), inspector: width };
}

/** Width for panels beside the narrowest canvas, whose cards have a zoom of their own, and the least widths of panels. */
function measuresOf({ page, textScale }: PageMeasure) {
  return {
    room: page - RAIL_WIDTH * textScale - MIN_CANVAS,
    leftMin: leftLimits(textScale).min,
    inspectorMin: inspectorLimits({ page, textScale }).min,
  };
}

function fitted(size: number, min: number, room: number): number {
  return Math.max(min, Math.min(size, room));
}
