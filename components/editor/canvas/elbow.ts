/** The two ends of a line, in canvas pixels. */
export interface Ends {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
}

/** A drawn line: its path, and where its pill and its ⊕ go. */
export interface Elbow {
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
  readonly middleX: number;
  readonly middleY: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const RADIUS = 8;
/** A line leaves and enters a card at least this far straight. */
const STUB = 16;
/** A line that returns to the left runs this far above the top of the card it goes to. */
const GUTTER = 20;
const HANDLE_TOP = 26;
/** From here on the middle of the first part has room for a pill. */
const LABEL_AT = 34;

/** Draws a line with right angles. `shift` moves it down, so that two lines of one pair do not cover each other. */
export function elbow({ sourceX, sourceY, targetX, targetY }: Ends, shift = 0): Elbow {
  const start = { x: sourceX, y: sourceY + shift };
  const end = { x: targetX, y: targetY + shift };
  const points = targetX - sourceX >= STUB * 2 ? forward(start, end) : back(start, end);
  const middle = middleOf(points);
  const first = points[1] ?? end;
  const labelX =
    start.x + Math.min(LABEL_AT, Math.max(STUB, (first.x - start.x) / 2 + (points.length === 2 ? 0 : 4)));
  return {
    path: rounded(points),
    labelX: points.length === 2 ? (start.x + end.x) / 2 : labelX,
    labelY: start.y,
    middleX: middle.x,
    middleY: middle.y,
  };
}

function forward(start: Point, end: Point): Point[] {
  if (Math.abs(start.y - end.y) < 1) return [start, end];
  // Near the target: lines that meet at one card share their last part.
  const gap = end.x - start.x;
  const x = gap > 160 ? end.x - 38 : start.x + gap / 2;
  return [start, { x, y: start.y }, { x, y: end.y }, end];
}

function back(start: Point, end: Point): Point[] {
  const out = start.x + STUB;
  const into = end.x - STUB;
  const gutter = end.y - HANDLE_TOP - GUTTER;
  return [
    start,
    { x: out, y: start.y },
    { x: out, y: gutter },
    { x: into, y: gutter },
    { x: into, y: end.y },
    end,
  ];
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

/** The middle of the longest part: where there is room for a button. */
function middleOf(points: readonly Point[]): Point {
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
