/** A point of a drawing, in canvas pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of a drawing, in canvas pixels. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** An edge as it is drawn. */
export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  /** The handle where it begins. */
  readonly handle: string;
  /** Its corners, with both ends. */
  readonly points: readonly Point[];
  /** The box of its label. */
  readonly label?: Box;
}

/** Cards and edges at their places. */
export interface Drawing {
  readonly cards: readonly (Box & { readonly id: string })[];
  readonly edges: readonly DrawnEdge[];
  /** The points where edges meet cards. */
  readonly ports: readonly Point[];
}

/** How well a drawing reads. Smaller is better for each measure. */
export interface LayoutScore {
  /** Pairs of edges that cross, once for each crossing. */
  readonly crossings: number;
  /** Edges that pass through a card. */
  readonly through: number;
  readonly bends: number;
  /** Area of the box around everything, in thousands of square pixels. */
  readonly area: number;
  /** Labels that cover a card, a handle or another label. */
  readonly labelOverlaps: number;
  /** Length of the parts where edges from different handles cover each other, in pixels. */
  readonly shared: number;
  /** Edges whose target is not to the right of their source. */
  readonly leftward: number;
}

interface Segment {
  readonly edge: DrawnEdge;
  readonly a: Point;
  readonly b: Point;
  readonly isHorizontal: boolean;
}

/** Edges of one target may join this far before its handle. */
const JOIN = 24;
const PORT = 5;

/** Scores a drawing. */
export function scoreDrawing({ cards, edges, ports }: Drawing): LayoutScore {
  const segments = edges.flatMap(segmentsOf);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const isLeftward = ({ from, to }: DrawnEdge) => {
    const source = byId.get(from);
    const target = byId.get(to);
    return source !== undefined && target !== undefined && target.x < source.x + source.width;
  };
  return {
    crossings: countPairs(segments, (a, b) => a.edge !== b.edge && cross(a, b)),
    through: edges.filter((edge) => segmentsOf(edge).some((part) => cards.some((card) => enters(part, card))))
      .length,
    bends: edges.reduce((sum, { points }) => sum + Math.max(0, points.length - 2), 0),
    area: areaOf(cards, edges),
    labelOverlaps: countLabelOverlaps(cards, edges, ports),
    shared: Math.round(sumPairs(segments, sharedLength)),
    leftward: edges.filter(isLeftward).length,
  };
}

function segmentsOf(edge: DrawnEdge): Segment[] {
  return edge.points.slice(1).flatMap((b, index) => {
    const a = edge.points[index];
    return a === undefined || (a.x === b.x && a.y === b.y)
      ? []
      : [{ edge, a, b, isHorizontal: Math.abs(a.y - b.y) < 0.01 }];
  });
}

function sumPairs<T>(list: readonly T[], measure: (a: T, b: T) => number): number {
  let sum = 0;
  list.forEach((a, index) => {
    for (let other = index + 1; other < list.length; other += 1) {
      const b = list[other];
      if (b !== undefined) sum += measure(a, b);
    }
  });
  return sum;
}

function countPairs<T>(list: readonly T[], holds: (a: T, b: T) => boolean): number {
  return sumPairs(list, (a, b) => (holds(a, b) ? 1 : 0));
}

function cross(a: Segment, b: Segment): boolean {
  if (a.isHorizontal === b.isHorizontal) return false;
  const [flat, steep] = a.isHorizontal ? [a, b] : [b, a];
  return isBetween(steep.a.x, flat.a.x, flat.b.x) && isBetween(flat.a.y, steep.a.y, steep.b.y);
}

function isBetween(value: number, one: number, other: number): boolean {
  return value > Math.min(one, other) + 0.5 && value < Math.max(one, other) - 0.5;
}

function enters({ a, b }: Segment, { x, y, width, height }: Box): boolean {
  const inset = 1;
  return (
    Math.max(a.x, b.x) > x + inset &&
    Math.min(a.x, b.x) < x + width - inset &&
    Math.max(a.y, b.y) > y + inset &&
    Math.min(a.y, b.y) < y + height - inset
  );
}

/**
 * Length that two segments on one line have in common, unless they come from one handle, or join on the way to one
 * target and are no branches.
 */
function sharedLength(a: Segment, b: Segment): number {
  if (a.isHorizontal !== b.isHorizontal) return 0;
  if (a.edge.from === b.edge.from && a.edge.handle === b.edge.handle) return 0;
  if (a.edge.to === b.edge.to && a.edge.handle === 'out' && b.edge.handle === 'out') return 0;
  const along = a.isHorizontal ? 'x' : 'y';
  const level = a.isHorizontal ? 'y' : 'x';
  if (Math.abs(a.a[level] - b.a[level]) > 1) return 0;
  const from = Math.max(Math.min(a.a[along], a.b[along]), Math.min(b.a[along], b.b[along]));
  const to = Math.min(Math.max(a.a[along], a.b[along]), Math.max(b.a[along], b.b[along]));
  const length = Math.max(0, to - from);
  return a.edge.to === b.edge.to && a.isHorizontal ? Math.max(0, length - JOIN) : length;
}

function areaOf(cards: readonly Box[], edges: readonly DrawnEdge[]): number {
  const points = edges.flatMap(({ points: corners }) => corners);
  const xs = [...cards.flatMap(({ x, width }) => [x, x + width]), ...points.map(({ x }) => x)];
  const ys = [...cards.flatMap(({ y, height }) => [y, y + height]), ...points.map(({ y }) => y)];
  if (xs.length === 0) return 0;
  return Math.round(((Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))) / 1000);
}

function countLabelOverlaps(
  cards: readonly Box[],
  edges: readonly DrawnEdge[],
  ports: readonly Point[],
): number {
  // Edges of one handle may show one label together.
  const labels = [
    ...new Map(
      edges.flatMap(({ from, handle, label }) =>
        label === undefined
          ? []
          : [[`${from} ${handle} ${label.x} ${label.y} ${label.width}`, label] as const],
      ),
    ).values(),
  ];
  const handles = ports.map(({ x, y }) => ({ x: x - PORT, y: y - PORT, width: PORT * 2, height: PORT * 2 }));
  const onOthers = labels.filter((label) =>
    [...cards, ...handles].some((box) => overlaps(label, box)),
  ).length;
  return onOthers + countPairs(labels, overlaps);
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
