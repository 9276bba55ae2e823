import type { Point } from './elbow';
import type { RouteCard, RouteEdge } from './route-cost';

/** Length of the straight part at each end. */
const STUB = 16;
/** Distance of a turn from a card: the middle of the smallest gap between two columns. */
const TURN = 32;
/** Distance between an edge and a card that it passes. */
const CLEARANCE = 16;
/** Number of places for a turn near each end, and of heights to pass cards at. */
const TURNS = 4;
const HEIGHTS = 8;

/** The paths an edge can take: straight, with one turn, or along a height above or below the cards in between. */
export function candidates(edge: RouteEdge, cards: readonly RouteCard[]): Point[][] {
  const { start, end } = edge;
  const outs = turnsAfter(edge, cards);
  const ins = turnsBefore(edge, cards);
  const direct = end.x - start.x >= STUB * 2 ? directPaths(edge, new Set([...outs, ...ins])) : [];
  return [...direct, ...heights(edge, cards).flatMap((y) => pathsAlong(y, edge, { outs, ins }))];
}

/** Straight, or with one turn at one of the places. */
function directPaths({ start, end }: RouteEdge, turns: ReadonlySet<number>): Point[][] {
  const inside = [...turns].filter((x) => x >= start.x + STUB && x <= end.x - STUB);
  const turning = inside.map((x) => [start, { x, y: start.y }, { x, y: end.y }, end]);
  return start.y === end.y ? [[start, end], ...turning] : turning;
}

function pathsAlong(
  y: number,
  { start, end }: RouteEdge,
  { outs, ins }: { outs: readonly number[]; ins: readonly number[] },
): Point[][] {
  const isForward = end.x - start.x >= STUB * 2;
  return outs.flatMap((out) =>
    ins
      .filter((into) => !isForward || into > out)
      .map((into) => [
        start,
        { x: out, y: start.y },
        { x: out, y },
        { x: into, y },
        { x: into, y: end.y },
        end,
      ]),
  );
}

/** Places for the first turn, the nearest first: beside the card, after its label, and beside cards further on. */
function turnsAfter({ start, end, label }: RouteEdge, cards: readonly RouteCard[]): number[] {
  const gap = end.x - start.x;
  const first = gap >= STUB * 2 && gap < TURN * 2 ? start.x + gap / 2 : start.x + TURN;
  const sides = cards.flatMap(({ x, width }) => [x - TURN, x + width + TURN]);
  const own = label > 0 ? [start.x + label + STUB] : [];
  return nearest([first, ...own, ...sides], start.x + STUB, 1);
}

function turnsBefore({ start, end }: RouteEdge, cards: readonly RouteCard[]): number[] {
  const gap = end.x - start.x;
  const last = gap >= STUB * 2 && gap < TURN * 2 ? start.x + gap / 2 : end.x - TURN;
  const sides = cards.flatMap(({ x, width }) => [x - TURN, x + width + TURN]);
  return nearest([last, ...sides], end.x - STUB, -1);
}

/** The nearest of the values on one side of a limit. */
function nearest(values: readonly number[], limit: number, side: 1 | -1): number[] {
  const on = values.filter((value) => (value - limit) * side >= 0);
  return [...new Set(on)].toSorted((a, b) => (a - b) * side).slice(0, TURNS);
}

/** Heights above and below the cards between both ends, those with the shortest way first, and one beside all of them. */
function heights({ start, end }: RouteEdge, cards: readonly RouteCard[]): number[] {
  const left = Math.min(start.x, end.x) - TURN;
  const right = Math.max(start.x, end.x) + TURN;
  const between = cards.filter(({ x, width }) => x < right && x + width > left);
  const beside = between.flatMap(({ y, height }) => [y - CLEARANCE, y + height + CLEARANCE]);
  const way = (y: number) => Math.abs(y - start.y) + Math.abs(y - end.y);
  const best = [...new Set(beside)].toSorted((a, b) => way(a) - way(b)).slice(0, HEIGHTS);
  return beside.length === 0 ? best : [...new Set([...best, Math.min(...beside), Math.max(...beside)])];
}
