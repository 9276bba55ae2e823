import type { NodeChange } from 'reactflow';
import type { Frame, PipelineDocument, Position } from '@/engine';
import type { CardHandle } from '../model/card-size';
import { HANDLE_TOP } from '../model/card-size';
import { FOLDED, findFrame, stepsIn } from '../model/frames';
import type { PlacedBox } from '../model/free-place';
import { anchor, samePlace } from './flow-nodes';
import { type FlowNode, frameNodeId } from './flow-types';

/** Below cards and edges, also while it is selected: React Flow raises selected nodes by 1000. */
const BELOW = -1;
const SELECTED_BELOW = -1001;

/** The part of an expanded frame that moves it. */
export const FRAME_HANDLE = '[data-frame-handle]';

const POINTS: readonly CardHandle[] = [
  { id: 'in', side: 'left', kind: 'in', y: HANDLE_TOP, connected: false },
  { id: 'out', side: 'right', kind: 'out', y: HANDLE_TOP, connected: false },
];
const FOLDED_ANCHORS = POINTS.map((point) => anchor(point, FOLDED.width));
/** Cards and edges inside receive the pointer, and the canvas between them. */
const PASSES_POINTER = { pointerEvents: 'none' } as const;

/** The node of a frame; the previous object when it did not change. */
export function frameNode(
  old: FlowNode | undefined,
  frame: Frame,
  { area, selected }: { area: PlacedBox; selected: boolean },
): FlowNode {
  const collapsed = frame.collapsed === true;
  const { width, height } = collapsed ? FOLDED : area;
  const isSame =
    old?.type === 'frame' &&
    samePlace(old, area, selected) &&
    old.data.collapsed === collapsed &&
    old.width === width &&
    old.height === height;
  if (isSame) return old;
  return {
    id: frameNodeId(frame.id),
    type: 'frame',
    data:
      old?.type === 'frame' && old.data.collapsed === collapsed ? old.data : { frameId: frame.id, collapsed },
    position: { x: area.x, y: area.y },
    selected,
    width,
    height,
    measured: { width, height },
    handles: collapsed ? FOLDED_ANCHORS : [],
    ...(collapsed
      ? {}
      : { zIndex: selected ? SELECTED_BELOW : BELOW, dragHandle: FRAME_HANDLE, style: PASSES_POINTER }),
  };
}

/** The changes of a drag, with the cards of dragged frames. */
export function withCarried(
  changes: readonly NodeChange<FlowNode>[],
  nodes: readonly FlowNode[],
  document: PipelineDocument,
): readonly NodeChange<FlowNode>[] {
  const explicit = new Set(changes.flatMap((change) => ('id' in change ? [change.id] : [])));
  const carried = changes.flatMap((change): NodeChange<FlowNode>[] => {
    if (change.type !== 'position' || change.position === undefined || change.dragging !== true) return [];
    const node = nodes.find(({ id }) => id === change.id);
    if (node?.type !== 'frame') return [];
    const by = { x: change.position.x - node.position.x, y: change.position.y - node.position.y };
    const inside = new Set(stepsOfFrame(document, node.data.frameId));
    return nodes.flatMap(({ id, position }) =>
      inside.has(id) && !explicit.has(id)
        ? [{ id, type: 'position' as const, dragging: true, position: moved(position, by) }]
        : [],
    );
  });
  return carried.length === 0 ? changes : [...changes, ...carried];
}

/** The ids of nodes that move with the selection: selected ones, and the cards of selected frames. */
export function movingIds(nodes: readonly FlowNode[], document: PipelineDocument): ReadonlySet<string> {
  const chosen = nodes.filter(({ selected }) => selected === true);
  const inside = chosen.flatMap((node) =>
    node.type === 'frame' ? stepsOfFrame(document, node.data.frameId) : [],
  );
  return new Set([...chosen.map(({ id }) => id), ...inside]);
}

export function moved(position: Position, by: Position): Position {
  return { x: position.x + by.x, y: position.y + by.y };
}

function stepsOfFrame(document: PipelineDocument, id: string): string[] {
  const frame = findFrame(document, id);
  return frame === undefined ? [] : stepsIn(document, frame);
}
