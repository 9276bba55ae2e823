import type { Position } from '@/engine';
import type { LayoutCard, LayoutEdge, LayoutInput, Positions } from './layout-input';
import { intoColumns, type Link, type Slot } from './layout-layers';
import { orderColumns } from './layout-order';
import { placeRows } from './layout-rows';

/** Smallest gap between two columns, in canvas pixels. */
const COLUMN_GAP = 64;
/** Gap between two cards of a column. */
export const ROW_GAP = 24;
/** Gap between parts of a pipeline that no edge connects. */
const PART_GAP = 48;
/** Space beside the cards on both sides of a gap: a handle, and an arrow. */
const GAP_ENDS = 40;
/** Distance of two edges that turn in one gap. */
const TRACK = 12;
const GRID = 8;

/** Space between two rows of columns, for edges that return to the left. */
const BAND_GAP = 72;
/** Wanted ratio of width to height of a drawing in rows: that of a canvas between two panels. */
const ASPECT = 1.2;

/**
 * Places cards in columns from left to right, each after the cards before it. Parts that no edge connects are below each
 * other, in the order of the document.
 */
export function layoutCards({ cards, edges, origin, inRows = false }: LayoutInput): Positions {
  const positions: Positions = {};
  let top = origin.y;
  let wasSingle = true;
  for (const part of connectedParts(cards, edges)) {
    const columns = intoColumns(part.cards, part.edges);
    orderColumns(columns);
    placeRows(columns);
    const isSingle = part.cards.length === 1;
    if (top !== origin.y) top += isSingle && wasSingle ? ROW_GAP : PART_GAP;
    wasSingle = isSingle;
    const bands = inRows ? splitIntoBands(columns) : [columns];
    top = writeBands(bands, { x: origin.x, y: top }, positions);
  }
  return positions;
}

/** Writes the positions of rows of columns below each other. Returns their lower end. */
function writeBands(bands: readonly Slot[][][], { x, y }: Position, positions: Positions): number {
  let top = y - BAND_GAP;
  for (const band of bands) top = snapUp(write(band, { x, y: top + BAND_GAP }, positions));
  return top;
}

/** Columns that fit beside each other in the wanted ratio of width to height. */
function splitIntoBands(columns: readonly Slot[][]): Slot[][][] {
  const widths = columns.map((column) => widthOf(column) + gapAfter(column));
  const width = widths.reduce((sum, one) => sum + one, 0);
  const limit = Math.sqrt(ASPECT * width * (heightOf(columns) + BAND_GAP));
  const bands: Slot[][][] = [];
  let used = 0;
  columns.forEach((column, index) => {
    used += widths[index] ?? 0;
    const band = bands.at(-1);
    if (band !== undefined && used <= limit) band.push(column);
    else {
      bands.push([column]);
      used = widths[index] ?? 0;
    }
  });
  return bands;
}

function widthOf(column: readonly Slot[]): number {
  return Math.max(0, ...column.map(({ card }) => card?.width ?? 0));
}

function heightOf(columns: readonly Slot[][]): number {
  const all = columns.flat();
  return (
    Math.max(...all.map(({ y, below }) => y + below)) - Math.min(...all.map(({ y, above }) => y - above))
  );
}

/** Writes the positions of columns. Returns their lower end. */
function write(columns: readonly Slot[][], origin: Position, positions: Positions): number {
  const highest = Math.min(...columns.flat().map(({ y, above }) => y - above));
  let left = origin.x;
  for (const column of columns) {
    for (const { card, y, above } of column) {
      if (card !== undefined) positions[card.id] = { x: left, y: origin.y + y - above - highest };
    }
    left += snapUp(widthOf(column) + gapAfter(column));
  }
  return origin.y + heightOf(columns);
}

/** The gap after a column: space for its labels, and a track for each edge that turns beside another. */
function gapAfter(column: readonly Slot[]): number {
  const links = column.flatMap(({ after }) => after);
  const label = Math.max(0, ...links.map((link) => link.label));
  // Edges of one handle share a track, and so do edges to one card.
  const tracks = Math.min(
    deepest(links, ({ from, offset }) => `${from.order} ${offset}`),
    deepest(links, ({ to }) => String(to.order)),
  );
  return columnGap(label, tracks);
}

/** The gap between two columns, in canvas pixels: for a label of this width, and for edges that turn in it. */
function columnGap(label: number, tracks: number): number {
  return Math.max(COLUMN_GAP, GAP_ENDS + label + tracks * TRACK);
}

/** The gap between a card and a new one to its right, in which the labels of the card's branches fit. */
export function gapBeside(labels: readonly number[]): number {
  return snapUp(columnGap(Math.max(0, ...labels), 0));
}

/** The largest number of trunks at one height, of links that turn. */
function deepest(links: readonly Link[], trunkOf: (link: Link) => string): number {
  const trunks = new Map<string, { low: number; high: number }>();
  for (const link of links) {
    const [start, end] = [link.from.y + link.offset, link.to.y];
    if (start === end) continue;
    const trunk = trunks.get(trunkOf(link)) ?? { low: start, high: start };
    trunks.set(trunkOf(link), {
      low: Math.min(trunk.low, start, end),
      high: Math.max(trunk.high, start, end),
    });
  }
  const ends = [...trunks.values()].flatMap(({ low, high }) => [
    { y: low, step: 1 },
    { y: high, step: -1 },
  ]);
  let depth = 0;
  let most = 0;
  for (const { step } of ends.toSorted((a, b) => a.y - b.y || a.step - b.step)) {
    depth += step;
    most = Math.max(most, depth);
  }
  return most;
}

interface Part {
  readonly cards: LayoutCard[];
  readonly edges: LayoutEdge[];
}

/** The parts of a pipeline that no edge connects, in the order of their first cards. */
function connectedParts(cards: readonly LayoutCard[], edges: readonly LayoutEdge[]): Part[] {
  const parent = new Map(cards.map(({ id }) => [id, id]));
  const find = (id: string): string => {
    let root = id;
    for (let up = parent.get(root); up !== undefined && up !== root; up = parent.get(root)) root = up;
    for (let at = id; at !== root; ) {
      const up = parent.get(at) ?? root;
      parent.set(at, root);
      at = up;
    }
    return root;
  };
  for (const { from, to } of edges) {
    if (parent.has(from) && parent.has(to)) parent.set(find(from), find(to));
  }
  const parts = new Map<string, Part>();
  const partOf = (id: string): Part => {
    const root = find(id);
    const part = parts.get(root) ?? { cards: [], edges: [] };
    parts.set(root, part);
    return part;
  };
  for (const card of cards) partOf(card.id).cards.push(card);
  for (const edge of edges) {
    if (parent.has(edge.from) && parent.has(edge.to)) partOf(edge.from).edges.push(edge);
  }
  return [...parts.values()];
}

function snapUp(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}
