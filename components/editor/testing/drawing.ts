import type { PipelineDocument } from '@/engine';
import { catalogue } from '@/engine/actions';
import { edgesToDraw, stepsWithFollowers } from '../canvas/edges-to-draw';
import { elbow } from '../canvas/elbow';
import { cardHandles, estimateCard, HANDLE_TOP } from '../model/card-size';
import { selectGraph } from '../model/derived';
import type { Positions } from '../model/layout';
import type { Box, Drawing, DrawnEdge } from '../model/layout-score';

const { descriptors } = catalogue;
/** Width of a character of a label, and of its padding. */
const CHARACTER = 7;
const PADDING = 16;
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
    const size = estimateCard(step, descriptors.find(step.action));
    return at === undefined ? [] : [{ id: step.id, ...at, ...size }];
  });
  const byId = new Map(cards.map((card) => [card.id, card]));
  const source = { graph, document, descriptors, selectedSteps: [], selectedEdges: [] };
  const edges = edgesToDraw(source, []).flatMap((edge): DrawnEdge[] => {
    const from = byId.get(edge.source);
    const to = byId.get(edge.target);
    if (from === undefined || to === undefined) return [];
    const handle = edge.sourceHandle ?? '';
    const y = handles.get(from.id)?.find(({ id }) => id === handle)?.y ?? HANDLE_TOP;
    const ends = {
      sourceX: from.x + from.width,
      sourceY: from.y + y,
      targetX: to.x,
      targetY: to.y + HANDLE_TOP,
    };
    const others = cards.filter(({ id }) => id !== from.id && id !== to.id);
    const route = elbow(ends, 0, others);
    const label = edge.data?.label;
    return [
      {
        from: from.id,
        to: to.id,
        handle,
        points: cornersOf(route.path),
        ...(label === undefined ? {} : { label: labelBox(label, route.labelX, route.labelY) }),
      },
    ];
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
  const width = text.length * CHARACTER + PADDING;
  return { x: x - width / 2, y: y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT };
}

/** The corners of a path of lines and rounded corners: its start, the control point of each curve, its end. */
function cornersOf(path: string): { x: number; y: number }[] {
  const commands = [...path.matchAll(/([MLQ])([^MLQ]*)/g)].map(([, name, rest]) => ({
    name,
    numbers: (rest ?? '').trim().split(/\s+/).map(Number),
  }));
  return commands.flatMap(({ name, numbers: [x = 0, y = 0] }, index) => {
    const isCorner = name !== 'L' || index === commands.length - 1;
    return isCorner ? [{ x, y }] : [];
  });
}
