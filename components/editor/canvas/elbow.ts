import { LABEL_START } from '../model/edge-label';

/** A point of an edge, in canvas pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The two ends of an edge, in canvas pixels. */
export interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** The box of a card, which edges avoid where possible. */
export interface Obstacle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The drawing of an edge: its path, the left end of its label, and the position of its ⊕ button. */
export interface Elbow {
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
  readonly middleX: number;
  readonly middleY: number;
  /** Width available for a label, in canvas pixels: from end to end when the target is to the right of the source. */
  readonly room: number;
}

const RADIUS = 8;
/** Length of the straight segment at each end, in canvas pixels. */
const STUB = 16;
/** Distance of a turn from a card: the middle of the gap between two columns. */
const TURN = 38;
/** Distance between an edge and a card that it passes. */
const CLEARANCE = 20;
const HANDLE_TOP = 26;
const ORIGIN: Point = { x: 0, y: 0 };
/** Largest number of cards that an edge goes around; with more it may pass behind one. */
const MAX_TRIES = 12;

/** Draws an edge with right angles. `shift` moves it down, so that two edges of one pair do not cover each other. */
export function elbow(ends: Ends, shift = 0, obstacles: readonly Obstacle[] = []): Elbow {
  const start = { x: ends.sourceX, y: ends.sourceY + shift };
  const end = { x: ends.targetX, y: ends.targetY + shift };
  return lineThrough(route(start, end, obstacles));
}

/** Draws an edge through corners. Its label is beside the first handle. */
export function lineThrough(points: readonly Point[]): Elbow {
  const [start, end] = [points[0] ?? ORIGIN, points.at(-1) ?? ORIGIN];
  const middle = middleOf(points);
  return {
    path: rounded(points),
    labelX: start.x + LABEL_START,
    labelY: start.y,
    middleX: middle.x,
    middleY: middle.y,
    room: end.x > start.x ? end.x - start.x : middle.length,
  };
}

function route(start: Point, end: Point, obstacles: readonly Obstacle[]): Point[] {
  const gap = end.x - start.x;
  if (gap < STUB * 2) return around(start, end, obstacles, end.y - HANDLE_TOP - CLEARANCE);
  const level = Math.abs(start.y - end.y) < 1;
  if (gap <= TURN * 4) return level ? [start, end] : turn(start, end, start.x + gap / 2);
  const alongStart = isFree(obstacles, start.y, start.x + STUB, end.x - TURN);
  if (level && alongStart) return [start, end];
  if (alongStart) return turn(start, end, end.x - TURN);
  if (isFree(obstacles, end.y, start.x + TURN, end.x - STUB)) return turn(start, end, start.x + TURN);
  return around(start, end, obstacles, Math.min(start.y, end.y) - HANDLE_TOP - CLEARANCE);
}

function turn(start: Point, end: Point, x: number): Point[] {
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

/** Goes over the cards in between: up beside the source, along a free height, down beside the target. */
function around(start: Point, end: Point, obstacles: readonly Obstacle[], wanted: number): Point[] {
  const returns = end.x - start.x < STUB * 2;
  const out = start.x + (returns ? STUB : TURN);
  const into = end.x - (returns ? STUB : TURN);
  const y = freeHeight(obstacles, wanted, Math.min(out, into), Math.max(out, into));
  return [start, { x: out, y: start.y }, { x: out, y }, { x: into, y }, { x: into, y: end.y }, end];
}

/** The nearest height at or above `wanted` that passes no card. */
function freeHeight(obstacles: readonly Obstacle[], wanted: number, left: number, right: number): number {
  let y = wanted;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const hit = obstacles.find((card) => blocks(card, y, left, right));
    if (hit === undefined) return y;
    y = hit.y - CLEARANCE;
  }
  return wanted;
}

function isFree(obstacles: readonly Obstacle[], y: number, left: number, right: number): boolean {
  return !obstacles.some((card) => blocks(card, y, left, right));
}

function blocks({ x, y, width, height }: Obstacle, at: number, left: number, right: number): boolean {
  return at > y - CLEARANCE / 2 && at < y + height + CLEARANCE / 2 && x < right && x + width > left;
}

function rounded(points: readonly Point[]): string {
  const [start, ...rest] = points;
  if (start === undefined) return '';
  let path = `M${start.x} ${start.y}`;
  rest.forEach((point, index) => {
    const before = points[index];
    const after = rest[index + 1];
    if (before === undefined || after === undefined) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
    const a = towards(point, before, radius);
    const b = towards(point, after, radius);
    path += `L${a.x} ${a.y}Q${point.x} ${point.y} ${b.x} ${b.y}`;
  });
  return path;
}

/** The middle of the longest segment, where there is space for a button. */
function middleOf(points: readonly Point[]): Point & { readonly length: number } {
  let best = { length: -1, x: 0, y: 0 };
  points.slice(1).forEach((point, index) => {
    const before = points[index];
    if (before === undefined) return;
    const length = distance(before, point);
    if (length > best.length) best = { length, x: (before.x + point.x) / 2, y: (before.y + point.y) / 2 };
  });
  return best;
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}
