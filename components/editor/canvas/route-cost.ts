import type { Obstacle, Point } from './elbow';

/** An edge to route. */
export interface RouteEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The handle where it begins. */
  readonly handle: string;
  readonly start: Point;
  readonly end: Point;
  /** Whether it may join others on their way to its target: edges that only order steps may. */
  readonly joins: boolean;
  /** Width of the label at its beginning; 0 for none. */
  readonly label: number;
}

/** A card to avoid. */
export type RouteCard = Obstacle & { readonly id: string };

/** An edge with its corners, and the box around them. */
export interface Route {
  readonly edge: RouteEdge;
  readonly points: readonly Point[];
  readonly box: Bounds;
}

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A route through corners. */
export function routeOf(edge: RouteEdge, points: readonly Point[]): Route {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { edge, points, box: { left, right, top, bottom } };
}

/** Whether two routes are at most this far apart. */
export function areNear({ box: a }: Route, { box: b }: Route, margin: number): boolean {
  return (
    a.left < b.right + margin &&
    b.left < a.right + margin &&
    a.top < b.bottom + margin &&
    b.top < a.bottom + margin
  );
}

const CARD_MARGIN = 8;
const TRACK = 10;
/** Edges of one target may join this far before its handle. */
const JOIN = 24;
/** What lengths, corners and faults cost, in canvas pixels of length. */
const COSTS = { bend: 60, crossing: 220, through: 10_000, cover: 120, label: 80 } as const;

/** The cost of a route without cards and other edges: its length, its corners, its label. */
export function ownCost({ edge, points }: Route): number {
  let cost = (points.length - 2) * COSTS.bend;
  eachSegment(points, (a, b) => {
    cost += Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
  });
  const second = points[1];
  const turnsUnderLabel =
    points.length > 2 && second !== undefined && second.x < edge.start.x + edge.label + CARD_MARGIN;
  return edge.label > 0 && turnsUnderLabel ? cost + COSTS.label : cost;
}

/** What a route costs because of the cards that it passes through. */
export function costThrough({ edge, points, box }: Route, cards: readonly RouteCard[]): number {
  let cost = 0;
  for (const card of cards) {
    const isAway =
      card.x > box.right + CARD_MARGIN ||
      card.x + card.width < box.left - CARD_MARGIN ||
      card.y > box.bottom + CARD_MARGIN ||
      card.y + card.height < box.top - CARD_MARGIN;
    if (!isAway && passes(edge, points, card)) cost += COSTS.through;
  }
  return cost;
}

/** Whether a route passes through one of the cards, or too near to it. */
export function passesThrough(route: Route, cards: readonly RouteCard[]): boolean {
  return costThrough(route, cards) > 0;
}

function passes(edge: RouteEdge, points: readonly Point[], card: RouteCard): boolean {
  for (let index = 0; index + 1 < points.length; index += 1) {
    const a = points[index];
    const b = points[index + 1];
    if (a === undefined || b === undefined) continue;
    const isEnd =
      (index === 0 && card.id === edge.from) || (index === points.length - 2 && card.id === edge.to);
    if (enters(a, b, card, isEnd ? -1 : CARD_MARGIN)) return true;
  }
  return false;
}

/** What a route costs beside others: crossings, and parts that cover each other. */
export function costBeside(route: Route, others: readonly Route[]): number {
  let cost = 0;
  for (const other of others) {
    if (!areNear(route, other, TRACK) || isOneTrunk(route.edge, other.edge)) continue;
    cost += costOfPair(route, other);
  }
  return cost;
}

/** Whether two edges may cover each other: from one handle, or to one target when neither is a branch. */
function isOneTrunk(a: RouteEdge, b: RouteEdge): boolean {
  if (a.from === b.from && a.handle === b.handle) return true;
  return a.to === b.to && a.joins && b.joins;
}

function costOfPair(route: Route, other: Route): number {
  let cost = 0;
  const join = route.edge.to === other.edge.to ? JOIN : 0;
  eachSegment(route.points, (a, b) => {
    eachSegment(other.points, (c, d) => {
      const isFlat = a.y === b.y;
      if (isFlat !== (c.y === d.y)) cost += isFlat ? crossing(a, b, c, d) : crossing(c, d, a, b);
      else cost += isFlat ? covering(a, b, c, d, 'x', join) : covering(a, b, c, d, 'y', 0);
    });
  });
  return cost;
}

function crossing(a: Point, b: Point, c: Point, d: Point): number {
  return isBetween(c.x, a.x, b.x) && isBetween(a.y, c.y, d.y) ? COSTS.crossing : 0;
}

function isBetween(value: number, one: number, other: number): boolean {
  return value > Math.min(one, other) && value < Math.max(one, other);
}

function covering(a: Point, b: Point, c: Point, d: Point, along: 'x' | 'y', join: number): number {
  const apart = Math.abs(along === 'x' ? a.y - c.y : a.x - c.x);
  if (apart >= TRACK) return 0;
  const from = Math.max(Math.min(a[along], b[along]), Math.min(c[along], d[along]));
  const to = Math.min(Math.max(a[along], b[along]), Math.max(c[along], d[along]));
  const length = to - from - join;
  return length <= 0 ? 0 : ((COSTS.cover + length) * (TRACK - apart)) / TRACK;
}

function enters(a: Point, b: Point, { x, y, width, height }: Obstacle, margin: number): boolean {
  return (
    Math.max(a.x, b.x) > x - margin &&
    Math.min(a.x, b.x) < x + width + margin &&
    Math.max(a.y, b.y) > y - margin &&
    Math.min(a.y, b.y) < y + height + margin
  );
}

function eachSegment(points: readonly Point[], visit: (a: Point, b: Point, index: number) => void): void {
  for (let index = 0; index + 1 < points.length; index += 1) {
    const a = points[index];
    const b = points[index + 1];
    if (a !== undefined && b !== undefined) visit(a, b, index);
  }
}
