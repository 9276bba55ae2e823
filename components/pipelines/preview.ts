import type { Category, Descriptors } from '@/engine';
import { buildGraph } from '@/engine/pipeline/graph';
import { normalize } from '@/engine/pipeline/normalize';
import type { PipelineDocument } from '@/engine/pipeline/schema';
import { CARD, type PreviewSize, SMALL } from './preview-card';

/** A pipeline as a small drawing: cards and edges, in the units of `viewBox`. */
export interface Preview {
  readonly viewBox: string;
  readonly cards: readonly {
    readonly id: string;
    readonly x: number;
    readonly y: number;
    readonly category: Category;
    /** Name of the step. */
    readonly title: string;
  }[];
  /** Path data, one for each edge. */
  readonly lines: readonly string[];
}

/** Distances of columns and rows on the canvas. */
const CANVAS = { column: 340, row: 180 } as const;

const MARGIN = 10;
const BEND = 6;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a pipeline from its layout; steps without a place are left out. */
export function previewOf(
  document: PipelineDocument,
  descriptors: Descriptors,
  size: PreviewSize = SMALL,
): Preview {
  const graph = buildGraph(normalize(document, descriptors), descriptors);
  const places = new Map<string, Point>();
  for (const id of graph.steps.keys()) {
    const place = document.layout?.steps?.[id];
    if (!place) continue;
    places.set(id, { x: (place.x / CANVAS.column) * size.column, y: (place.y / CANVAS.row) * size.row });
  }
  const drawn = graph.edges.filter(
    (edge) => edge.kind !== 'reference' || !isReachedOtherwise(graph.edges, edge.from, edge.to),
  );
  const lines = new Set(
    drawn.flatMap(({ from, to }) => {
      const a = places.get(from);
      const b = places.get(to);
      return a && b ? [lineBetween(a, b, size.card)] : [];
    }),
  );
  return {
    viewBox: viewBoxOf([...places.values()], size),
    cards: [...places].map(([id, at]) => {
      const category = graph.steps.get(id)?.descriptor?.category ?? 'control';
      const title = document.steps.find((step) => step.id === id)?.name ?? id;
      return { id, ...at, category, title };
    }),
    lines: [...lines],
  };
}

/** A reference to a step further upstream is not drawn when a chain of other edges connects them. */
function isReachedOtherwise(
  edges: readonly { readonly from: string; readonly to: string; readonly kind: string }[],
  from: string,
  to: string,
): boolean {
  const strong = edges.filter((edge) => edge.kind !== 'reference');
  const seen = new Set<string>([from]);
  for (const id of seen) {
    for (const edge of strong) if (edge.from === id) seen.add(edge.to);
  }
  return seen.has(to);
}

/** From the right side of one card to the left side of another, with one bent step when they are not level. */
export function lineBetween(from: Point, to: Point, card: PreviewSize['card'] = CARD): string {
  const start = { x: from.x + card.width, y: from.y + card.height / 2 };
  const end = { x: to.x, y: to.y + card.height / 2 };
  if (start.y === end.y) return `M${start.x} ${start.y}H${end.x}`;
  const down = end.y > start.y ? BEND : -BEND;
  const turn = start.x + (end.x - start.x) / 2;
  return (
    `M${start.x} ${start.y}H${turn - BEND}q${BEND} 0 ${BEND} ${down}` +
    `V${end.y - down}q0 ${down} ${BEND} ${down}H${end.x}`
  );
}

function viewBoxOf(places: readonly Point[], { card, least }: PreviewSize): string {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const left = Math.min(0, ...xs);
  const top = Math.min(0, ...ys);
  const width = Math.max(0, ...xs) + card.width - left;
  const height = Math.max(0, ...ys) + card.height - top;
  const boxWidth = Math.max(least.width, width + 2 * MARGIN);
  const boxHeight = Math.max(least.height, height + 2 * MARGIN);
  return [left - (boxWidth - width) / 2, top - (boxHeight - height) / 2, boxWidth, boxHeight].join(' ');
}
