import type { CardHandle } from '../model/card-size';
import { LABEL_START, labelWidth } from '../model/edge-label';
import { countedEdges, countPlaces } from './count-places';
import { elbow, type Obstacle, type Point } from './elbow';
import type { FlowEdge } from './flow-types';
import { edgesToRoute } from './route-edges';

/** Height of a label, and the width of the ⊕ button beside the name of a branch without a target, in canvas pixels. */
const LABEL_HEIGHT = 20;
const PLUS = 24;

/** What is drawn on a canvas. */
export interface DrawnCanvas {
  readonly edges: readonly FlowEdge[];
  readonly cards: readonly (Obstacle & { readonly id: string })[];
  /** Corners of edges; those of large pipelines have none. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
  /** Labels of references that are drawn. */
  readonly references: ReadonlyMap<string, Obstacle>;
  handlesOf(card: string): readonly CardHandle[];
  handleY(card: string, handle: string): number;
}

const NO_PLACES: ReadonlyMap<string, Point> = new Map();

/** The middles of the counts of all edges. Counts cover no card and no label. */
export function placeCounts(canvas: DrawnCanvas): ReadonlyMap<string, Point> {
  const { edges, cards, routes, references, handlesOf, handleY } = canvas;
  if (!edges.some(({ data }) => data?.count !== undefined)) return NO_PLACES;
  const ends = new Map(edgesToRoute(edges, cards, handleY).map((edge) => [edge.id, edge]));
  const pointsOf = ({ id }: FlowEdge): readonly Point[] => routes.get(id) ?? middleOf(ends.get(id));
  const labels = [...ends.values()].filter(({ label }) => label > 0);
  return countPlaces({
    edges: countedEdges(edges, pointsOf),
    lines: routes,
    taken: [
      ...cards,
      ...references.values(),
      ...labels.map(({ start, label }) => beside(start.x + LABEL_START, start.y, label)),
      ...cards.flatMap((card) => looseBranches(card, handlesOf(card.id))),
    ],
  });
}

/** Without corners, the middle of the edge alone. */
function middleOf(edge: { readonly start: Point; readonly end: Point } | undefined): Point[] {
  if (edge === undefined) return [];
  const { start, end } = edge;
  const { middleX, middleY } = elbow({ sourceX: start.x, sourceY: start.y, targetX: end.x, targetY: end.y });
  const middle = { x: middleX, y: middleY };
  return [middle, middle];
}

/** The names beside branches without a target. */
function looseBranches(card: Obstacle, handles: readonly CardHandle[]): Obstacle[] {
  return handles.flatMap(({ side, label, connected, y }) =>
    side === 'left' || label === undefined || connected
      ? []
      : [beside(card.x + card.width, card.y + y, LABEL_START + labelWidth(label) + PLUS)],
  );
}

function beside(x: number, y: number, width: number): Obstacle {
  return { x, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT };
}
