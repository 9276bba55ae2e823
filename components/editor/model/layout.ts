import * as dagre from '@dagrejs/dagre';
import type { Position } from '@/engine';

/** A card to place. */
export interface LayoutCard {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** What the layout needs to know of a pipeline: plain data, so that it can cross to a worker. */
export interface LayoutInput {
  readonly cards: readonly LayoutCard[];
  readonly wires: readonly { readonly from: string; readonly to: string }[];
  /** Top left corner of the drawing. */
  readonly origin: Position;
}

export type Positions = Record<string, Position>;

/** Between two columns; a wire with its pill needs this much. */
export const COLUMN_GAP = 76;
/** Between two cards of a column. */
export const ROW_GAP = 32;
/** Between bands; wires that return to the left run here. */
const BAND_GAP = 72;
/** Handles are this far below the top of a card, so cards in a row share a straight line. */
const HANDLE_Y = 26;
const GRID = 8;
/** Wanted width by height of the whole drawing, that of a usual canvas. */
const ASPECT = 1.7;
const MIN_COLUMNS = 4;

/** Places cards from left to right; a long pipeline is folded into bands, as lines of a text are. */
export function layoutCards({ cards, wires, origin }: LayoutInput): Positions {
  if (cards.length === 0) return {};
  return foldIntoBands(columnsOf(cards, placeByDagre(cards, wires)), origin);
}

/** A card with the middle that the algorithm gave it. */
export interface Placed extends LayoutCard {
  readonly centerX: number;
  readonly centerY: number;
}

/** Cards below each other. */
export interface Column {
  readonly cards: Placed[];
  readonly width: number;
}

function placeByDagre(cards: readonly LayoutCard[], wires: LayoutInput['wires']): Placed[] {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: COLUMN_GAP, nodesep: ROW_GAP, ranker: 'tight-tree' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of cards) graph.setNode(id, { width, height });
  const known = new Set(cards.map(({ id }) => id));
  for (const { from, to } of wires) {
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
      cards: separate(column.toSorted((a, b) => a.centerY - b.centerY)),
      width: Math.max(first?.width ?? 0, ...column.map(({ width }) => width)),
    }));
}

/** Aligning cards by their handles instead of their middles can make tall ones overlap: push those down. */
export function separate(column: readonly Placed[]): Placed[] {
  let floor = Number.NEGATIVE_INFINITY;
  return column.map((card) => {
    const centerY = Math.max(card.centerY, floor + HANDLE_Y);
    floor = centerY - HANDLE_Y + card.height + ROW_GAP;
    return centerY === card.centerY ? card : { ...card, centerY };
  });
}

/** Puts columns side by side, in as many bands as the proportions ask for. */
export function foldIntoBands(columns: readonly Column[], origin: Position): Positions {
  const positions: Positions = {};
  let top = origin.y;
  for (const band of splitIntoBands(columns)) {
    const cards = band.flatMap((column) => column.cards);
    const first = Math.min(...cards.map(({ centerY }) => centerY));
    let left = origin.x;
    let bottom = top;
    for (const column of band) {
      for (const card of column.cards) {
        const y = top + snap(card.centerY - first);
        positions[card.id] = { x: left, y };
        bottom = Math.max(bottom, y + card.height);
      }
      left += snap(column.width + COLUMN_GAP);
    }
    top = snap(bottom + BAND_GAP);
  }
  return positions;
}

function splitIntoBands(columns: readonly Column[]): Column[][] {
  const perBand = columnsPerBand(columns);
  const bands: Column[][] = [];
  for (let at = 0; at < columns.length; at += perBand) bands.push(columns.slice(at, at + perBand));
  return bands;
}

/** As many columns as give the drawing the canvas's proportions; all of them when they fit in two screens. */
function columnsPerBand(columns: readonly Column[]): number {
  const width = columns.reduce((sum, column) => sum + column.width + COLUMN_GAP, 0);
  const all = columns.flatMap((column) => column.cards);
  const top = Math.min(...all.map(({ centerY }) => centerY));
  const height = Math.max(...all.map((card) => card.centerY + card.height)) - top + BAND_GAP;
  if (columns.length <= MIN_COLUMNS * 2 && width / height < ASPECT * 4) return columns.length;
  const wanted = Math.sqrt(ASPECT * width * height) / (width / columns.length);
  return Math.max(MIN_COLUMNS, Math.round(wanted));
}

function snap(value: number): number {
  return Math.round(value / GRID) * GRID;
}
