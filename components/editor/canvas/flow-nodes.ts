import type { NodeChange } from 'reactflow';
import type { Note, Position } from '@/engine';
import type { CardHandle } from '../model/card-size';
import type { EditorStore } from '../model/store';
import type { Obstacle } from './elbow';
import { type FlowNode, noteNodeId } from './flow-types';

const NOTE_WIDTH = 264;
const NOTE_HEIGHT = 58;
const HANDLE = 10;

export const NO_OBSTACLES: readonly Obstacle[] = [];
const boxes = new WeakMap<readonly FlowNode[], (Obstacle & { readonly id: string })[]>();

/** Whether a node covers what is below it: all but an expanded frame do. */
export function isSolid(node: FlowNode): boolean {
  return node.type !== 'frame' || node.data.collapsed;
}

/** Boxes of all cards, computed once for each layout. */
export function boxesOf(nodes: readonly FlowNode[]) {
  const known = boxes.get(nodes);
  if (known !== undefined) return known;
  const made = nodes.filter(isSolid).map(({ id, position, measured }) => ({
    id,
    ...position,
    width: measured?.width ?? 0,
    height: measured?.height ?? 0,
  }));
  boxes.set(nodes, made);
  return made;
}

/** Positions while dragging and measured sizes; everything else comes from the document. */
export function applyToNodes(
  nodes: FlowNode[],
  changes: readonly NodeChange<FlowNode>[],
  dragged: Map<string, Position>,
): FlowNode[] {
  const changed = new Map<string, Partial<FlowNode>>();
  for (const change of changes) {
    if (change.type === 'position' && change.position !== undefined && change.dragging === true) {
      dragged.set(change.id, change.position);
      changed.set(change.id, { ...changed.get(change.id), position: change.position });
    }
    if (change.type === 'dimensions' && change.dimensions !== undefined) {
      changed.set(change.id, { ...changed.get(change.id), measured: change.dimensions });
    }
  }
  if (changed.size === 0) return nodes;
  return nodes.map((node) => {
    const patch = changed.get(node.id);
    return patch === undefined ? node : withPatch(node, patch);
  });
}

/** Passes what was selected on the canvas on to the store. */
export function selectNodes(
  store: EditorStore,
  nodes: readonly FlowNode[],
  changes: readonly NodeChange<FlowNode>[],
): void {
  const choices = new Map(
    changes.flatMap((change) => (change.type === 'select' ? [[change.id, change.selected]] : [])),
  );
  if (choices.size === 0) return;
  const { selection } = store.getState();
  const sets = {
    step: new Set(selection.steps),
    note: new Set(selection.notes),
    frame: new Set(selection.frames),
  };
  for (const node of nodes) {
    const chosen = choices.get(node.id);
    if (chosen === undefined) continue;
    const set = sets[node.type];
    if (chosen) set.add(itemId(node));
    else set.delete(itemId(node));
  }
  store.select({ steps: [...sets.step], notes: [...sets.note], frames: [...sets.frame] });
}

/** The id of a node's step, note or frame. */
export function itemId(node: FlowNode): string {
  switch (node.type) {
    case 'note':
      return node.data.noteId;
    case 'frame':
      return node.data.frameId;
    default:
      return node.id;
  }
}

/** The node of a note; the previous object when it did not change. */
export function noteNode(
  old: FlowNode | undefined,
  note: Note,
  { position, selected }: { position: Position; selected: boolean },
): FlowNode {
  const width = note.width ?? NOTE_WIDTH;
  if (old !== undefined && samePlace(old, position, selected) && old.width === width) return old;
  return {
    id: noteNodeId(note.id),
    type: 'note',
    data: old?.type === 'note' ? old.data : { noteId: note.id },
    position: { x: position.x, y: position.y },
    selected,
    width,
    measured: { width, height: old?.measured?.height ?? note.height ?? NOTE_HEIGHT },
    handles: [],
  };
}

/** The position of a handle, where an edge meets a card. */
export function anchor(handle: CardHandle, width: number) {
  const isInput = handle.side === 'left';
  return {
    id: handle.id,
    type: isInput ? ('target' as const) : ('source' as const),
    position: asPosition(handle.side),
    x: isInput ? -HANDLE / 2 : width - HANDLE / 2,
    y: handle.y - HANDLE / 2,
    width: HANDLE,
    height: HANDLE,
  };
}

/** The values of React Flow's enum of positions are the same strings; importing the enum would load the library. */
function asPosition(side: CardHandle['side']) {
  return side as NonNullable<FlowNode['handles']>[number]['position'];
}

/** Whether a node keeps its position and selection. */
export function samePlace(node: FlowNode, position: Position, selected: boolean): boolean {
  return node.position.x === position.x && node.position.y === position.y && node.selected === selected;
}

/** Whether two lists of handles are at the same positions. */
export function sameAnchors(a: FlowNode['handles'], b: FlowNode['handles']): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  return a.every(
    (handle, index) => handle.id === b[index]?.id && handle.y === b[index]?.y && handle.x === b[index]?.x,
  );
}

function withPatch(node: FlowNode, patch: Partial<FlowNode>): FlowNode {
  const { position = node.position, measured = node.measured } = patch;
  const next = { ...node, position };
  return measured === undefined ? next : { ...next, measured };
}

/** Places by the ids of steps, notes and frames. */
export interface Places {
  readonly steps: Record<string, Position>;
  readonly notes: Record<string, Position>;
  readonly frames: Record<string, Position>;
}

/** Places of nodes, by the ids of what they show. */
export function placesOf(
  nodes: readonly FlowNode[],
  placeOf: (node: FlowNode) => Position | undefined,
): Places {
  const places: Places = { steps: {}, notes: {}, frames: {} };
  for (const node of nodes) {
    const position = placeOf(node);
    if (position === undefined) continue;
    if (node.type === 'note') places.notes[node.data.noteId] = position;
    else if (node.type === 'frame') places.frames[node.data.frameId] = position;
    else places.steps[node.id] = position;
  }
  return places;
}
