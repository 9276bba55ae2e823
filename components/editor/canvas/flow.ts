import type { EdgeChange, NodeChange } from 'reactflow';
import { createListeners, type Observable } from '@/components/ui/observable';
import type { Descriptors, PipelineDocument, Position, StepDocument } from '@/engine';
import { type CardHandle, cardHandles, estimateCard, HANDLE_TOP } from '../model/card-size';
import { selectGraph, selectStep } from '../model/derived';
import type { PositionSource } from '../model/positions';
import type { EditorStore } from '../model/store';
import { edgesToDraw, stepsWithFollowers } from './edges-to-draw';
import type { Obstacle, Point } from './elbow';
import {
  anchor,
  applyToNodes,
  boxesOf,
  NO_OBSTACLES,
  noteNode,
  sameAnchors,
  samePlace,
  selectNodes,
} from './flow-nodes';
import { type FlowEdge, type FlowNode, noteNodeId } from './flow-types';
import { edgesToRoute } from './route-edges';
import { createRouteKeeper } from './route-keeper';

/** Number of steps from which edges are updated with a delay after an edit. */
const MANY = 300;
/** Largest number of steps whose edges are routed together: above it an edge would change late after a drag. */
const ROUTED = 200;
const NO_ROUTES: ReadonlyMap<string, readonly Point[]> = new Map();
const EDGES_PAUSE_MS = 40;

/** The nodes and edges that React Flow renders. They follow the document with as few new objects as possible. */
export interface Flow {
  getNodes(): FlowNode[];
  getEdges(): FlowEdge[];
  /** The nodes before the current drag, if there is one: for drawings that need not follow every frame. */
  getSettledNodes(): FlowNode[];
  subscribe(listener: () => void): () => void;
  /** Follows the store. Returns a function that stops. */
  start(): () => void;
  changeNodes(changes: readonly NodeChange<FlowNode>[]): void;
  changeEdges(changes: readonly EdgeChange<FlowEdge>[]): void;
  /** Handles of a card, as drawn and as edges use them. */
  handles(stepId: string): readonly CardHandle[];
  /** Distance of a handle from the top of its card. */
  handleY(stepId: string, handle: string): number;
  /** Nodes that are being dragged. */
  draggedIds(): string[];
  /** Makes React Flow measure the handles of every card again: it drops those of cards rendered without handles. */
  renewHandles(): void;
  /**
   * Cards that an edge between two others should avoid; none in large pipelines, where the search would cost frames.
   */
  obstacles(from: string, to: string): readonly Obstacle[];
  /** Corners of an edge among all others, for the settled nodes; undefined in large pipelines, and for references. */
  routeOf(edgeId: string): readonly Point[] | undefined;
  /** Ends the drag and returns the new positions. */
  takeDragged(): { readonly steps: Record<string, Position>; readonly notes: Record<string, Position> };
  /** Moves the selection without changing the document, as a drag does. */
  nudge(delta: Position): void;
  /** Cancels a drag: all nodes return to their positions in the document. */
  putBack(): void;
}

export interface FlowOptions {
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  readonly positions: PositionSource;
  /** Whether all data edges are drawn. */
  readonly showsData: Observable<boolean>;
}

/** Creates the flow of one open pipeline. */
export function createFlow({ store, descriptors, positions, showsData }: FlowOptions): Flow {
  const listeners = createListeners();
  const cards = new WeakMap<
    StepDocument,
    { followed: boolean; handles: CardHandle[]; anchors: FlowNode['handles'] }
  >();
  const dragged = new Map<string, Position>();
  let nodes: FlowNode[] = [];
  let settled: FlowNode[] = nodes;
  let edges: FlowEdge[] = [];
  let followers: ReadonlySet<string> = new Set();
  let order: ReadonlyMap<string, number> = new Map();
  let seen: { document: PipelineDocument; selection: unknown } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keeper = createRouteKeeper();
  let routed:
    | { nodes: FlowNode[]; edges: FlowEdge[]; points: ReadonlyMap<string, readonly Point[]> }
    | undefined;

  function cardOf(step: StepDocument) {
    const followed = followers.has(step.id);
    const known = cards.get(step);
    if (known?.followed === followed) return known;
    const descriptor = descriptors.find(step.action);
    const handles = cardHandles(step, descriptor, followed);
    const { width } = estimateCard(step, descriptor);
    const card = { followed, handles, anchors: handles.map((handle) => anchor(handle, width)) };
    cards.set(step, card);
    return card;
  }

  function drawNodes(): void {
    const { document, selection } = store.getState();
    const known = new Map(nodes.map((node) => [node.id, node]));
    const at = positions.of(document);
    const selectedSteps = new Set(selection.steps);
    const selectedNotes = new Set(selection.notes);
    const steps = firstOfEachId(inOrder(document)).map((step) => {
      const position = dragged.get(step.id) ?? at[step.id] ?? { x: 0, y: 0 };
      return stepNode(known.get(step.id), step, { position, selected: selectedSteps.has(step.id) });
    });
    const notes = (document.layout?.notes ?? []).map((note) => {
      const id = noteNodeId(note.id);
      const position = dragged.get(id) ?? note;
      return noteNode(known.get(id), note, { position, selected: selectedNotes.has(note.id) });
    });
    const next = [...steps, ...notes];
    if (next.length !== nodes.length || next.some((node, index) => node !== nodes[index])) nodes = next;
  }

  /** Steps in the order in which they run, which is the tab order of cards. */
  function inOrder(document: PipelineDocument): StepDocument[] {
    return document.steps.toSorted(
      (a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size),
    );
  }

  function stepNode(
    old: FlowNode | undefined,
    step: StepDocument,
    { position, selected }: { position: Position; selected: boolean },
  ): FlowNode {
    const { anchors } = cardOf(step);
    const same = old !== undefined && samePlace(old, position, selected) && sameAnchors(old.handles, anchors);
    if (same) return old;
    const size = old?.measured ?? estimateCard(step, descriptors.find(step.action), followers.has(step.id));
    return {
      id: step.id,
      type: 'step',
      data: old?.type === 'step' ? old.data : { stepId: step.id },
      position: { x: position.x, y: position.y },
      selected,
      measured: size,
      ...(anchors === undefined ? {} : { handles: anchors }),
    };
  }

  function drawEdges(): void {
    const { document, selection } = store.getState();
    const graph = selectGraph(document, descriptors);
    followers = stepsWithFollowers(graph);
    order = new Map(graph.order.map((id, index) => [id, index]));
    const source = { graph, document, descriptors };
    const next = edgesToDraw(
      {
        ...source,
        selectedSteps: selection.steps,
        selectedEdges: selection.edges,
        followers,
        showsData: showsData.get(),
      },
      edges,
    );
    if (next.length !== edges.length || next.some((edge, index) => edge !== edges[index])) edges = next;
  }

  function sync(): void {
    const { document, selection } = store.getState();
    if (seen?.document === document && seen.selection === selection) return;
    const late = seen !== undefined && document.steps.length > MANY && seen.document.steps !== document.steps;
    const meant =
      seen === undefined || seen.document.steps !== document.steps || seen.selection !== selection;
    seen = { document, selection };
    clearTimeout(timer);
    if (late) timer = setTimeout(drawAll, EDGES_PAUSE_MS);
    else if (meant) drawEdges();
    drawNodes();
    listeners.notify();
  }

  function drawAll(): void {
    drawEdges();
    drawNodes();
    listeners.notify();
  }

  function settledNodes(): FlowNode[] {
    if (dragged.size === 0) settled = nodes;
    return settled;
  }

  function handleY(stepId: string, handle: string): number {
    const step = selectStep(store.getState().document, stepId);
    return (step && cardOf(step).handles.find(({ id }) => id === handle))?.y ?? HANDLE_TOP;
  }

  function routes(): ReadonlyMap<string, readonly Point[]> {
    const at = settledNodes();
    if (routed?.nodes === at && routed.edges === edges) return routed.points;
    const boxes = boxesOf(at);
    const points = at.length > ROUTED ? NO_ROUTES : keeper.update(boxes, edgesToRoute(edges, boxes, handleY));
    routed = { nodes: at, edges, points };
    return points;
  }

  sync();

  return {
    getNodes: () => nodes,
    getEdges: () => edges,
    getSettledNodes: settledNodes,
    subscribe: listeners.add,
    start() {
      sync();
      const stop = store.subscribe(sync);
      const stopData = showsData.subscribe(drawAll);
      return () => {
        stop();
        stopData();
        clearTimeout(timer);
      };
    },
    changeNodes(changes) {
      const changed = applyToNodes(nodes, changes, dragged);
      if (changed !== nodes) {
        nodes = changed;
        listeners.notify();
      }
      selectNodes(store, nodes, changes);
    },
    changeEdges(changes) {
      const { selection } = store.getState();
      const chosen = new Set(selection.edges);
      for (const change of changes) {
        if (change.type !== 'select') continue;
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
      }
      store.select({ edges: [...chosen] });
    },
    handles(stepId) {
      const step = selectStep(store.getState().document, stepId);
      return step === undefined ? [] : cardOf(step).handles;
    },
    handleY,
    draggedIds: () => [...dragged.keys()],
    renewHandles() {
      nodes = nodes.map((node) => ({ ...node }));
      listeners.notify();
    },
    obstacles(from, to) {
      if (nodes.length > MANY) return NO_OBSTACLES;
      return boxesOf(nodes).filter(({ id }) => id !== from && id !== to);
    },
    routeOf: (edgeId) => routes().get(edgeId),
    nudge(delta) {
      nodes = nodes.map((node) => {
        if (node.selected !== true) return node;
        const position = { x: node.position.x + delta.x, y: node.position.y + delta.y };
        dragged.set(node.id, position);
        return { ...node, position };
      });
      listeners.notify();
    },
    putBack() {
      dragged.clear();
      drawNodes();
      listeners.notify();
    },
    takeDragged() {
      const moved = { steps: {} as Record<string, Position>, notes: {} as Record<string, Position> };
      for (const node of nodes) {
        const position = dragged.get(node.id);
        if (position === undefined) continue;
        if (node.type === 'note') moved.notes[node.data.noteId] = position;
        else moved.steps[node.id] = position;
      }
      dragged.clear();
      return moved;
    },
  };
}

/** The steps with a card: of several with one id, the first. */
function firstOfEachId(steps: readonly StepDocument[]): StepDocument[] {
  const seen = new Set<string>();
  return steps.filter(({ id }) => !seen.has(id) && seen.add(id));
}
