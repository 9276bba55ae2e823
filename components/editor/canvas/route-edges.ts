import { labelWidth } from '../model/edge-label';
import type { Point } from './elbow';
import type { FlowEdge } from './flow-types';
import { candidates } from './route-candidates';
import {
  areNear,
  costBeside,
  costThrough,
  ownCost,
  type Route,
  type RouteCard,
  type RouteEdge,
  routeOf,
} from './route-cost';

/** Distance between two edges that run beside each other, and how far a part may be moved, in such distances. */
const TRACK = 10;
const REACH = 7;
/** Length of the straight part at each end. */
const STUB = 12;
const PASSES = 3;

/**
 * Routes the edges of a canvas with right angles: around cards, with few crossings, and edges of different branches
 * beside each other. Edges with a kept route keep it. Returns the corners by id.
 */
export function routeEdges(
  cards: readonly RouteCard[],
  edges: readonly RouteEdge[],
  kept: readonly Route[] = [],
): Map<string, readonly Point[]> {
  const routes = new Map(kept.map((route) => [route.edge.id, route]));
  const inOrder = edges.filter(({ id }) => !routes.has(id)).toSorted((a, b) => span(a) - span(b));
  for (const edge of inOrder) routes.set(edge.id, bestRoute(edge, cards, [...routes.values()]));
  for (let pass = 0; pass < PASSES; pass += 1) {
    const isChanged = inOrder.filter(({ id }) => improve(id, routes, { cards, isFirst: pass === 0 }));
    if (isChanged.length === 0) break;
  }
  return new Map([...routes].map(([id, { points }]) => [id, points]));
}

/** Moves parts of a route away from others, and after the first pass tries all paths again. Returns whether it changed. */
function improve(
  id: string,
  routes: Map<string, Route>,
  { cards, isFirst }: { cards: readonly RouteCard[]; isFirst: boolean },
): boolean {
  const old = routes.get(id);
  if (old === undefined) return false;
  const all = [...routes.values()].filter(({ edge }) => edge.id !== id);
  if (costBeside(old, all) === 0) return false;
  const rerouted = isFirst ? old : cheaper(bestRoute(old.edge, cards, all), old, cards, all);
  const reach = TRACK * (REACH + 1);
  const moved = moveParts(
    rerouted,
    cards,
    all.filter((other) => areNear(rerouted, other, reach)),
  );
  routes.set(id, moved);
  return moved !== old;
}

/** The drawn edges between cards that are there, without references. */
export function edgesToRoute(
  edges: readonly FlowEdge[],
  cards: readonly RouteCard[],
  handleY: (card: string, handle: string) => number,
): RouteEdge[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return edges.flatMap(({ id, source, target, sourceHandle, data }) => {
    const from = byId.get(source);
    const to = byId.get(target);
    if (from === undefined || to === undefined || data === undefined || data.kind === 'lineage') return [];
    const handle = sourceHandle ?? '';
    return [
      {
        id,
        from: source,
        to: target,
        handle,
        start: { x: from.x + from.width, y: from.y + handleY(source, handle) },
        end: { x: to.x, y: to.y + handleY(target, 'in') },
        joins: data.kind === 'ordinary',
        label: data.label === undefined ? 0 : labelWidth(data.label),
      },
    ];
  });
}

function span({ start, end }: RouteEdge): number {
  return Math.abs(start.x - end.x) + Math.abs(start.y - end.y);
}

/** The cheapest way of an edge beside the edges routed so far. */
function bestRoute(edge: RouteEdge, cards: readonly RouteCard[], others: readonly Route[]): Route {
  const paths = candidates(edge, cards)
    .map((points) => {
      const route = routeOf(edge, points);
      return { route, own: ownCost(route) };
    })
    .toSorted((a, b) => a.own - b.own);
  let best = routeOf(edge, [edge.start, edge.end]);
  let cost = Number.POSITIVE_INFINITY;
  for (const { route, own } of paths) {
    if (own >= cost) break;
    const through = own + costThrough(route, cards);
    if (through >= cost) continue;
    const whole = through + costBeside(route, others);
    if (whole >= cost) continue;
    cost = whole;
    best = route;
  }
  return best;
}

function costOf(route: Route, cards: readonly RouteCard[], others: readonly Route[]): number {
  return ownCost(route) + costThrough(route, cards) + costBeside(route, others);
}

function cheaper(one: Route, other: Route, cards: readonly RouteCard[], others: readonly Route[]): Route {
  return costOf(one, cards, others) < costOf(other, cards, others) - 1 ? one : other;
}

/** Moves the inner parts of a route to the tracks where it costs least. */
function moveParts(route: Route, cards: readonly RouteCard[], others: readonly Route[]): Route {
  let best = route;
  let cost = costOf(best, cards, others);
  for (let part = 1; part + 2 < route.points.length; part += 1) {
    for (const by of SHIFTS) {
      const moved = moveBy(route, best, part, by);
      if (moved === undefined) continue;
      const whole = costOf(moved, cards, others) + Math.abs(by) / TRACK;
      if (whole >= cost) continue;
      cost = whole;
      best = moved;
    }
  }
  return best;
}

const SHIFTS = Array.from({ length: REACH * 2 }, (_, index) => {
  const steps = Math.floor(index / 2) + 1;
  return (index % 2 === 0 ? steps : -steps) * TRACK;
});

/** The route with one part moved sideways from where it was at first; undefined when an end would become too short. */
function moveBy(first: Route, { edge, points }: Route, part: number, by: number): Route | undefined {
  const a = first.points[part];
  const b = first.points[part + 1];
  if (a === undefined || b === undefined) return undefined;
  const axis = a.x === b.x ? 'x' : 'y';
  const value = a[axis] + by;
  if (axis === 'x') {
    if (part === 1 && value < edge.start.x + STUB) return undefined;
    if (part + 3 === points.length && value > edge.end.x - STUB) return undefined;
  }
  return routeOf(
    edge,
    points.map((point, index) =>
      index === part || index === part + 1 ? { ...point, [axis]: value } : point,
    ),
  );
}
