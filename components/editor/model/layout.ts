import * as dagre from '@dagrejs/dagre';
import type { Position } from '@/engine';

/** A card to place. */
export interface LayoutCard {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** An edge between two cards. */
export interface LayoutEdge {
  readonly from: string;
  readonly to: string;
  /** How far its handle is below the first one of the card. @default 0 */
  readonly offset?: number;
}

/** The input of the layout: plain data, so that it can be sent to a worker. */
export interface LayoutInput {
  readonly cards: readonly LayoutCard[];
  readonly edges: readonly LayoutEdge[];
  /** Top left corner of the drawing. */
  readonly origin: Position;
}

export type Positions = Record<string, Position>;

/** Gap between two columns, in canvas pixels: the space for an edge with its label. */
export const COLUMN_GAP = 76;
/** Gap between two cards of a column. */
export const ROW_GAP = 32;
/** Gap between bands, for edges that return to the left. */
const BAND_GAP = 72;
const GRID = 8;
/** Wanted ratio of width to height of the drawing: that of a canvas between two panels. */
const ASPECT = 0.9;
const MIN_COLUMNS = 3;
/** Number of columns that fit beside each other; more are folded into bands. */
const ONE_BAND = 4;

/** Places cards from left to right. A long pipeline is folded into bands, like lines of text. */
export function layoutCards({ cards, edges, origin }: LayoutInput): Positions {
  if (cards.length === 0) return {};
  return foldIntoBands(columnsOf(cards, placeByDagre(cards, edges)), edges, origin);
}

/** A card with the centre computed by the algorithm. */
export interface Placed extends LayoutCard {
  readonly centerX: number;
  readonly centerY: number;
}

/** Cards below each other. */
export interface Column {
  readonly cards: Placed[];
  readonly width: number;
}

function placeByDagre(cards: readonly LayoutCard[], edges: LayoutInput['edges']): Placed[] {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: COLUMN_GAP, nodesep: ROW_GAP, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of cards) graph.setNode(id, { width, height });
  const known = new Set(cards.map(({ id }) => id));
  for (const { from, to } of edges) {
    if (from !== to && known.has(from) && known.has(to)) graph.setEdge(from, to);
  }
  dagre.layout(graph);
  return cards.map((card) => {
    const { x, y } = graph.node(card.id);
    return { ...card, centerX: x, centerY: y };
  });
}

/** Cards of one rank share their centre. */
function columnsOf(cards: readonly LayoutCard[], placed: readonly Placed[]): Column[] {
  const byCenter = new Map<number, Placed[]>();
  for (const card of placed) {
    const key = Math.round(card.centerX);
    const column = byCenter.get(key);
    if (column === undefined) byCenter.set(key, [card]);
    else column.push(card);
  }
  const first = cards[0];
  return [...byCenter.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([, column]) => ({
      cards: column.toSorted((a, b) => a.centerY - b.centerY),
      width: Math.max(first?.width ?? 0, ...column.map(({ width }) => width)),
    }));
}

/** Places columns side by side, in as many bands as the ratio of width to height needs. */
export function foldIntoBands(
  columns: readonly Column[],
  edges: readonly LayoutEdge[],
  origin: Position,
): Positions {
  const positions: Positions = {};
  const incoming = edgesByTarget(edges);
  let top = origin.y;
  for (const band of splitIntoBands(columns)) {
    const rows = alignRows(band, incoming);
    let left = origin.x;
    let bottom = top;
    for (const column of band) {
      for (const { id, height } of column.cards) {
        const y = top + snap(rows.get(id) ?? 0);
        positions[id] = { x: left, y };
        bottom = Math.max(bottom, y + height);
      }
      left += snap(column.width + COLUMN_GAP);
    }
    top = snap(bottom + BAND_GAP);
  }
  return positions;
}

/** Tops of the cards of a band: each at the height of the handle that leads to it, unless another card is there. */
function alignRows(
  band: readonly Column[],
  incoming: ReadonlyMap<string, LayoutEdge[]>,
): Map<string, number> {
  const tops = new Map<string, number>();
  for (const column of band) {
    const wanted = column.cards.map((card) => {
      const sources = (incoming.get(card.id) ?? []).flatMap(({ from, offset = 0 }) => {
        const top = tops.get(from);
        return top === undefined ? [] : [top + offset];
      });
      return { ...card, centerY: sources.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...sources) };
    });
    let floor = 0;
    for (const card of inWantedOrder(wanted)) {
      const top = Math.max(floor, card.centerY);
      tops.set(card.id, top);
      floor = top + card.height + ROW_GAP;
    }
  }
  return tops;
}

/** Cards ordered by the handles in the band that lead to them; cards without one keep their place. */
function inWantedOrder(cards: readonly Placed[]): Placed[] {
  const isLed = (card: Placed) => Number.isFinite(card.centerY);
  const led = cards.filter(isLed).toSorted((a, b) => a.centerY - b.centerY);
  return cards.map((card) => (isLed(card) ? (led.shift() ?? card) : card));
}

function edgesByTarget(edges: readonly LayoutEdge[]): Map<string, LayoutEdge[]> {
  const incoming = new Map<string, LayoutEdge[]>();
  for (const edge of edges) {
    const list = incoming.get(edge.to);
    if (list === undefined) incoming.set(edge.to, [edge]);
    else list.push(edge);
  }
  return incoming;
}

/** Starts a new band wherever the next column would exceed the wanted width. */
function splitIntoBands(columns: readonly Column[]): Column[][] {
  const limit = bandWidth(columns);
  const bands: Column[][] = [];
  let width = 0;
  for (const column of columns) {
    const last = bands.at(-1);
    width += column.width + COLUMN_GAP;
    if (last !== undefined && width <= limit) last.push(column);
    else {
      bands.push([column]);
      width = column.width + COLUMN_GAP;
    }
  }
  return bands;
}

/** The width of a band for the wanted ratio; the width of all columns when they are few. */
function bandWidth(columns: readonly Column[]): number {
  const width = columns.reduce((sum, column) => sum + column.width + COLUMN_GAP, 0);
  const narrowest = Math.min(...columns.map((column) => column.width)) + COLUMN_GAP;
  if (width <= narrowest * ONE_BAND) return width;
  const height = Math.max(...columns.map(({ cards }) => heightOf(cards))) + BAND_GAP;
  const wanted = Math.sqrt(ASPECT * width * height);
  return Math.max(MIN_COLUMNS, Math.round(wanted / narrowest)) * narrowest;
}

function heightOf(cards: readonly LayoutCard[]): number {
  return cards.reduce((sum, card) => sum + card.height + ROW_GAP, 0);
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}
