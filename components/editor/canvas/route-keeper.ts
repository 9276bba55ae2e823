import type { Point } from './elbow';
import { passesThrough, type Route, type RouteCard, type RouteEdge, routeOf } from './route-cost';
import { routeEdges } from './route-edges';

/** The routes of a canvas. After a change only the edges that it concerns get a new route. */
export interface RouteKeeper {
  /** Corners by the id of the edge. The same array while a route is unchanged. */
  update(cards: readonly RouteCard[], edges: readonly RouteEdge[]): ReadonlyMap<string, readonly Point[]>;
}

/** Creates a keeper without routes. */
export function createRouteKeeper(): RouteKeeper {
  let cards: ReadonlyMap<string, RouteCard> = new Map();
  let edges: ReadonlyMap<string, RouteEdge> = new Map();
  let routes: ReadonlyMap<string, readonly Point[]> = new Map();
  return {
    update(nextCards, nextEdges) {
      const moved = nextCards.filter((card) => !sameBox(cards.get(card.id), card));
      const kept: Route[] = [];
      for (const edge of nextEdges) {
        const points = routes.get(edge.id);
        if (points === undefined || !sameEnds(edges.get(edge.id), edge)) continue;
        const route = routeOf(edge, points);
        if (!passesThrough(route, moved)) kept.push(route);
      }
      if (kept.length < nextEdges.length || routes.size !== nextEdges.length) {
        routes = routeEdges(nextCards, nextEdges, kept);
      }
      cards = new Map(nextCards.map((card) => [card.id, card]));
      edges = new Map(nextEdges.map((edge) => [edge.id, edge]));
      return routes;
    },
  };
}

function sameBox(a: RouteCard | undefined, b: RouteCard): boolean {
  return a?.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function sameEnds(a: RouteEdge | undefined, b: RouteEdge): boolean {
  return (
    a !== undefined &&
    a.start.x === b.start.x &&
    a.start.y === b.start.y &&
    a.end.x === b.end.x &&
    a.end.y === b.end.y &&
    a.joins === b.joins &&
    a.label === b.label
  );
}
