import type { Frame, PipelineDocument, Position, StepDocument } from '@/engine';
import { framesByStep, framesOf } from '../model/frames';
import type { PlacedBox } from '../model/free-place';
import type { Positions } from '../model/layout-input';
import type { Selection } from '../model/selection';
import { noteNode, sameAnchors, samePlace } from './flow-nodes';
import { type FlowNode, frameNodeId, noteNodeId } from './flow-types';
import { frameNode } from './frame-nodes';

/** Everything that determines the nodes of a canvas. */
export interface NodeSource {
  readonly document: PipelineDocument;
  readonly selection: Selection;
  readonly positions: Positions;
  /** Places of nodes during a drag, and areas of frames while they are resized, by node id. */
  readonly dragged: ReadonlyMap<string, Position>;
  readonly resized: ReadonlyMap<string, PlacedBox>;
  /** Places of steps in the order in which they run. */
  readonly order: ReadonlyMap<string, number>;
  anchorsOf(step: StepDocument): FlowNode['handles'];
  sizeOf(step: StepDocument): { readonly width: number; readonly height: number };
}

/**
 * The nodes of cards, frames and notes, in the order in which Tab visits them: each frame before its cards. A collapsed
 * frame stands for its cards. Unchanged nodes keep their identity.
 */
export function nodesToDraw(source: NodeSource, previous: FlowNode[]): FlowNode[] {
  const { document, selection, dragged } = source;
  const known = new Map(previous.map((node) => [node.id, node]));
  const steps = new Set(selection.steps);
  const notes = new Set(selection.notes);
  const nodes = inDrawingOrder(source).map((item): FlowNode => {
    if ('action' in item) return stepNode(known.get(item.id), item, source, steps.has(item.id));
    const selected = selection.frames.includes(item.id);
    return frameNode(known.get(frameNodeId(item.id)), item, { area: areaOf(item, source), selected });
  });
  for (const note of document.layout?.notes ?? []) {
    const id = noteNodeId(note.id);
    nodes.push(
      noteNode(known.get(id), note, { position: dragged.get(id) ?? note, selected: notes.has(note.id) }),
    );
  }
  return nodes.length === previous.length && nodes.every((node, index) => node === previous[index])
    ? previous
    : nodes;
}

function inDrawingOrder({ document, order }: NodeSource): (StepDocument | Frame)[] {
  const frames = framesOf(document);
  const steps = firstOfEachId(
    document.steps.toSorted((a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size)),
  );
  if (frames.length === 0) return steps;
  const home = framesByStep(document);
  const drawn = new Set<Frame>();
  const items = steps.flatMap((step) => {
    const frame = home.get(step.id);
    if (frame === undefined) return [step];
    const heading = drawn.has(frame) ? [] : [frame];
    drawn.add(frame);
    return frame.collapsed === true ? heading : [...heading, step];
  });
  return [...items, ...frames.filter((frame) => !drawn.has(frame))];
}

function areaOf(frame: Frame, { dragged, resized }: NodeSource): PlacedBox {
  const id = frameNodeId(frame.id);
  const { x, y, width, height } = resized.get(id) ?? frame;
  return { x, y, width, height, ...dragged.get(id) };
}

function stepNode(
  old: FlowNode | undefined,
  step: StepDocument,
  { positions, dragged, anchorsOf, sizeOf }: NodeSource,
  selected: boolean,
): FlowNode {
  const position = dragged.get(step.id) ?? positions[step.id] ?? { x: 0, y: 0 };
  const anchors = anchorsOf(step);
  const same = old !== undefined && samePlace(old, position, selected) && sameAnchors(old.handles, anchors);
  if (same) return old;
  return {
    id: step.id,
    type: 'step',
    data: old?.type === 'step' ? old.data : { stepId: step.id },
    position: { x: position.x, y: position.y },
    selected,
    measured: old?.measured ?? sizeOf(step),
    ...(anchors === undefined ? {} : { handles: anchors }),
  };
}

/** The steps with a card: of several with one id, the first. */
function firstOfEachId(steps: readonly StepDocument[]): StepDocument[] {
  const seen = new Set<string>();
  return steps.filter(({ id }) => !seen.has(id) && seen.add(id));
}
