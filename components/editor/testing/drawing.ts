import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { edgesToDraw, stepsWithFollowers } from '../canvas/edges-to-draw';
import { lineThrough } from '../canvas/elbow';
import { edgesToRoute, routeEdges } from '../canvas/route-edges';
import { cardHandles, estimateCard, HANDLE_TOP } from '../model/card-size';
import { selectGraph } from '../model/derived';
import { labelWidth } from '../model/edge-label';
import type { Positions } from '../model/layout-input';
import type { Box, Drawing, DrawnEdge } from './layout-score';

const { descriptors } = catalogue;
const LABEL_HEIGHT = 20;

/** The cards, edges and labels of a pipeline as the canvas draws them. */
export function drawingOf(document: PipelineDocument, positions: Positions): Drawing {
  const graph = selectGraph(document, descriptors);
  const followers = stepsWithFollowers(graph);
  const handles = new Map(
    document.steps.map((step) => [
      step.id,
      cardHandles(step, descriptors.find(step.action), followers.has(step.id)),
    ]),
  );
  const cards = document.steps.flatMap((step) => {
    const at = positions[step.id];
    const size = estimateCard(step, descriptors.find(step.action), followers.has(step.id));
    return at === undefined ? [] : [{ id: step.id, ...at, ...size }];
  });
  const source = {
    graph,
    document,
    descriptors,
    followers,
    showsData: false,
    selectedSteps: [],
    selectedEdges: [],
  };
  const drawn = edgesToDraw(source, []);
  const handleY = (id: string, handle: string) =>
    handles.get(id)?.find((candidate) => candidate.id === handle)?.y ?? HANDLE_TOP;
  const routes = routeEdges(cards, edgesToRoute(drawn, cards, handleY));
  const edges = drawn.flatMap((edge): DrawnEdge[] => {
    const points = routes.get(edge.id);
    if (points === undefined) return [];
    const { labelX, labelY } = lineThrough(points);
    const label = edge.data?.label;
    const box = label === undefined ? {} : { label: labelBox(label, labelX, labelY) };
    return [{ from: edge.source, to: edge.target, handle: edge.sourceHandle ?? '', points, ...box }];
  });
  const ports = cards.flatMap((card) =>
    (handles.get(card.id) ?? []).map(({ side, y }) => ({
      x: side === 'left' ? card.x : card.x + card.width,
      y: card.y + y,
    })),
  );
  return { cards, edges, ports };
}

function labelBox(text: string, x: number, y: number): Box {
  return { x, y: y - LABEL_HEIGHT / 2, width: labelWidth(text), height: LABEL_HEIGHT };
}
