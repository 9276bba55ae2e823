import { labelWidth } from '../model/edge-label';
import { countLabel } from './cover-edges';
import type { Obstacle, Point } from './elbow';
import type { FlowEdge } from './flow-types';

/** Height of a label, and the space around a count, in canvas pixels. */
const HEIGHT = 20;
const SPACE = 2;
/** Places along a segment at which a count is tried, the middle first. */
const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8];

/** An edge with its count, and the corners that it is drawn through. */
export interface CountedEdge {
  readonly id: string;
  readonly text: string;
  readonly points: readonly Point[];
}

export interface CountSource {
  readonly edges: readonly CountedEdge[];
  /** Corners of every drawn edge, which a count of another edge should not cover. */
  readonly lines: ReadonlyMap<string, readonly Point[]>;
  /** Cards and labels, which no count covers. */
  readonly taken: readonly Obstacle[];
}

/**
 * The middles of the counts: each on its edge, beside cards, labels and other counts. A place where no other edge passes
 * comes first. A count without a free place is left out; the name of its edge has it.
 */
export function countPlaces({ edges, lines, taken }: CountSource): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>();
  const occupied = [...taken];
  const boxesOfLines = [...lines].map(([id, points]) => ({ id, boxes: segmentBoxes(points) }));
  for (const { id, text, points } of edges) {
    const width = labelWidth(text);
    const free = candidates(points).filter(
      (at) => !occupied.some((other) => overlaps(boxAt(at, width), other)),
    );
    const clear = free.find((at) =>
      boxesOfLines.every(
        (line) => line.id === id || !line.boxes.some((other) => overlaps(boxAt(at, width), other)),
      ),
    );
    const place = clear ?? free[0];
    if (place === undefined) continue;
    places.set(id, place);
    occupied.push(boxAt(place, width));
  }
  return places;
}

/** The counted edges of a canvas. */
export function countedEdges(
  edges: readonly FlowEdge[],
  pointsOf: (edge: FlowEdge) => readonly Point[],
): CountedEdge[] {
  return edges.flatMap((edge) => {
    const text = edge.data && countLabel(edge.data);
    return text === undefined ? [] : [{ id: edge.id, text, points: pointsOf(edge) }];
  });
}

/** Places on an edge, those on its longest segment first. */
function candidates(points: readonly Point[]): Point[] {
  const segments = points.slice(1).map((end, index) => {
    const start = points[index] ?? end;
    return { start, end, length: Math.abs(end.x - start.x) + Math.abs(end.y - start.y) };
  });
  return segments
    .toSorted((one, other) => other.length - one.length)
    .flatMap(({ start, end }) =>
      SHARES.map((share) => ({
        x: start.x + (end.x - start.x) * share,
        y: start.y + (end.y - start.y) * share,
      })),
    );
}

function boxAt({ x, y }: Point, width: number): Obstacle {
  return {
    x: x - width / 2 - SPACE,
    y: y - HEIGHT / 2 - SPACE,
    width: width + 2 * SPACE,
    height: HEIGHT + 2 * SPACE,
  };
}

function segmentBoxes(points: readonly Point[]): Obstacle[] {
  return points.slice(1).map((end, index) => {
    const start = points[index] ?? end;
    return {
      x: Math.min(start.x, end.x),
      y: Math.min(start.y, end.y),
      width: Math.abs(end.x - start.x),
      height: Math.abs(end.y - start.y),
    };
  });
}

function overlaps(a: Obstacle, b: Obstacle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
