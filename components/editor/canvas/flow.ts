import { createListeners, type Observable } from '@/components/ui/observable';
import type { Descriptors, PipelineDocument, Position, StepDocument } from '@/engine';
import type { Lights } from '../lineage/lights';
import { type CardHandle, cardHandles, estimateCard, HANDLE_TOP } from '../model/card-size';
import type { Covered } from '../model/coverage';
import { selectGraph, selectStep } from '../model/derived';
import { framesOf } from '../model/frames';
import type { PlacedBox } from '../model/free-place';
import type { PositionSource } from '../model/positions';
import type { EditorStore } from '../model/store';
import { coverEdges } from './cover-edges';
import { edgesToDraw, stepsWithFollowers } from './edges-to-draw';
import type { Obstacle, Point } from './elbow';
import type { Flow } from './flow-interface';
import { anchor, applyToNodes, boxesOf, NO_OBSTACLES, placesOf, selectNodes } from './flow-nodes';
import { type FlowEdge, type FlowNode, frameNodeId } from './flow-types';
import { foldEdges } from './fold-edges';
import { moved, movingIds, withCarried } from './frame-nodes';
import { placedLabels } from './label-places';
import { nodesToDraw } from './nodes-to-draw';
import { placeCounts } from './place-counts';
import { edgesToRoute } from './route-edges';
import { createRouteKeeper } from './route-keeper';

/** Number of steps from which edges are updated with a delay after an edit. */
const MANY = 300;
/** Largest number of steps whose edges are routed together: above it an edge would change late after a drag. */
const ROUTED = 200;
const NO_ROUTES: ReadonlyMap<string, readonly Point[]> = new Map();
const EDGES_PAUSE_MS = 40;

export interface FlowOptions {
  readonly store: EditorStore;
  readonly descriptors: Descriptors;
  readonly positions: PositionSource;
  /** Whether all data edges are drawn. */
  readonly showsData: Observable<boolean>;
  /** How often edges were taken; undefined while no coverage is shown. */
  readonly covered: Observable<Covered | undefined>;
  /** The lineage that is shown: the values that its edges carry are drawn. @default none */
  readonly lights?: Pick<Observable<Lights | undefined>, 'get' | 'subscribe'>;
}

/** Creates the flow of one open pipeline. */
export function createFlow(options: FlowOptions): Flow {
  const { store, descriptors, positions, showsData, covered, lights } = options;
  const listeners = createListeners();
  const cards = new WeakMap<
    StepDocument,
    { followed: boolean; handles: CardHandle[]; anchors: FlowNode['handles'] }
  >();
  const dragged = new Map<string, Position>();
  const resized = new Map<string, PlacedBox>();
  let nodes: FlowNode[] = [];
  let settled: FlowNode[] = nodes;
  let edges: FlowEdge[] = [];
  let unfolded: FlowEdge[] = [];
  let folded: FlowEdge[] = [];
  let followers: ReadonlySet<string> = new Set();
  let order: ReadonlyMap<string, number> = new Map();
  let seen: { document: PipelineDocument; selection: unknown } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keeper = createRouteKeeper();
  let labelled: { nodes: FlowNode[]; edges: FlowEdge[]; boxes: ReadonlyMap<string, Obstacle> } | undefined;
  let counted: { nodes: FlowNode[]; edges: FlowEdge[]; places: ReadonlyMap<string, Point> } | undefined;
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
    nodes = nodesToDraw(
      {
        ...{ document, selection, dragged, resized, order },
        positions: positions.of(document),
        anchorsOf: (step) => cardOf(step).anchors,
        sizeOf: (step) => estimateCard(step, descriptors.find(step.action), followers.has(step.id)),
      },
      nodes,
    );
  }

  function drawEdges(): void {
    const { document, selection } = store.getState();
    const graph = selectGraph(document, descriptors);
    followers = stepsWithFollowers(graph);
    order = new Map(graph.order.map((id, index) => [id, index]));
    const source = { graph, document, descriptors };
    unfolded = edgesToDraw(
      {
        ...source,
        selectedSteps: selection.steps,
        selectedEdges: selection.edges,
        followers,
        showsData: showsData.get(),
        traced: lights?.get()?.pairs,
      },
      unfolded,
    );
    folded = foldEdges(unfolded, document, folded);
    const next = coverEdges(folded, covered.get());
    if (next.length !== edges.length || next.some((edge, index) => edge !== edges[index])) edges = next;
  }

  function sync(): void {
    const { document, selection } = store.getState();
    if (seen?.document === document && seen.selection === selection) return;
    const late = seen !== undefined && document.steps.length > MANY && seen.document.steps !== document.steps;
    const meant =
      seen === undefined ||
      seen.document.steps !== document.steps ||
      framesOf(seen.document) !== framesOf(document) ||
      seen.selection !== selection;
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

  function obstacles(from: string, to: string): readonly Obstacle[] {
    if (nodes.length > MANY) return NO_OBSTACLES;
    return boxesOf(nodes).filter(({ id }) => id !== from && id !== to);
  }

  function labels(): ReadonlyMap<string, Obstacle> {
    const at = settledNodes();
    if (labelled?.nodes === at && labelled.edges === edges) return labelled.boxes;
    const boxes = placedLabels({ edges, cards: boxesOf(at), handleY, obstacles });
    labelled = { nodes: at, edges, boxes };
    return boxes;
  }

  function counts(): ReadonlyMap<string, Point> {
    const at = settledNodes();
    if (counted?.nodes === at && counted.edges === edges) return counted.places;
    const drawn = { edges, cards: boxesOf(at), routes: routes(), references: labels() };
    const places = placeCounts({ ...drawn, handlesOf, handleY });
    counted = { nodes: at, edges, places };
    return places;
  }

  function handlesOf(stepId: string): readonly CardHandle[] {
    const step = selectStep(store.getState().document, stepId);
    return step === undefined ? [] : cardOf(step).handles;
  }

  sync();

  return {
    getNodes: () => nodes,
    getEdges: () => edges,
    getSettledNodes: settledNodes,
    subscribe: listeners.add,
    start() {
      sync();
      const shown = [showsData, covered, ...(lights === undefined ? [] : [lights])];
      const stops = [store.subscribe(sync), ...shown.map((each) => each.subscribe(drawAll))];
      return () => {
        for (const stop of stops) stop();
        clearTimeout(timer);
      };
    },
    changeNodes(changes) {
      const all = withCarried(changes, nodes, store.getState().document);
      const changed = applyToNodes(nodes, all, dragged);
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
    handles: handlesOf,
    handleY,
    draggedIds: () => [...dragged.keys()],
    renewHandles() {
      nodes = nodes.map((node) => ({ ...node }));
      listeners.notify();
    },
    obstacles,
    showsLabel: (edgeId) => labels().has(edgeId),
    countPlace: (edgeId) => counts().get(edgeId),
    routeOf: (edgeId) => routes().get(edgeId),
    nudge(delta) {
      const moving = movingIds(nodes, store.getState().document);
      nodes = nodes.map((node) => {
        if (!moving.has(node.id)) return node;
        const position = moved(node.position, delta);
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
      const taken = placesOf(nodes, (node) => dragged.get(node.id));
      dragged.clear();
      return taken;
    },
    resize(id, area) {
      if (area === undefined) resized.delete(frameNodeId(id));
      else resized.set(frameNodeId(id), area);
      drawNodes();
      listeners.notify();
    },
  };
}
