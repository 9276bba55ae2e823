'use client';

import 'reactflow/dist/style.css';
import {
  type DragEvent,
  type MouseEvent as ReactMouseEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import {
  Background,
  ConnectionLineType,
  type OnConnectEnd,
  ReactFlow,
  useReactFlow,
  type Viewport,
} from 'reactflow';
import { useRunLens } from '@/components/run-state/use-run';
import { patch } from '@/components/ui/observable';
import { addAction } from '../commands/add-step';
import { addEdge } from '../commands/connect-mode';
import { insertDragged, isLoose } from '../commands/drop-on-edge';
import { focusAddedStep } from '../commands/first-field';
import { keepMoved } from '../commands/move-mode';
import { HANDLE_TOP } from '../model/card-size';
import { OUT_HANDLE, refuseConnection } from '../model/edits';
import { EMPTY_SELECTION, type Selection, selectSteps } from '../model/selection';
import { useCommandContext } from '../use-commands';
import { useInteraction, useObservable, useSession } from '../use-editor';
import type { MenuPlace } from './canvas-menu';
import { DOTS } from './dots';
import { actionFromDrag, hasAction } from './drag-action';
import { FarEdges } from './far-edges';
import { itemId } from './flow-nodes';
import type { FlowEdge, FlowNode } from './flow-types';
import { edgeTypes, nodeTypes } from './node-types';
import { applyZoom, ZOOM_RANGE } from './zoom';

const SNAP: [number, number] = [8, 8];
/** Number of steps from which cards outside the viewport are not rendered. */
const CULL_FROM = 150;
const MULTI_SELECT = ['Shift', 'Meta', 'Control'];
const NO_EDGES: FlowEdge[] = [];
const ZOOM_KEYS = ['Meta', 'Control'];

export interface FlowSurfaceProps {
  canvas: RefObject<HTMLDivElement | null>;
  viewport: Viewport;
  onMenu: (place: MenuPlace) => void;
}

/** Cards and edges, with their pointer interactions. */
export function FlowSurface({ canvas, viewport, onMenu }: FlowSurfaceProps) {
  const session = useSession();
  const { flow, store, descriptors } = session;
  const context = useCommandContext();
  const instance = useReactFlow<FlowNode, FlowEdge>();
  const nodes = useSyncExternalStore(flow.subscribe, flow.getNodes, flow.getNodes);
  const edges = useSyncExternalStore(flow.subscribe, flow.getEdges, flow.getEdges);
  const tool = useInteraction((interaction) => interaction.tool);
  const lens = useRunLens();
  const far = useObservable(session.zoom, (detail) => detail === 'tile');
  const readOnly = session.readOnly || lens.active;
  const isLooseDrag = useRef(false);
  // The document's store, while the canvas shows it.
  useLayoutEffect(() => flow.start(), [flow]);

  // React Flow measures handles when a card is rendered, but cards at a small zoom have none.
  useLayoutEffect(() => {
    if (!far) flow.renewHandles();
  }, [far, flow]);

  const refuse = (from: string, handle: string | null, to: string) =>
    refuseConnection(store.getState().document, { from, handle: handle ?? OUT_HANDLE, to }, descriptors);
  const onConnectEnd: OnConnectEnd = (event, { isValid, fromNode, fromHandle, toNode }) => {
    if (isValid === true || fromNode === null || fromHandle?.type !== 'source') return;
    const { id: from } = fromNode;
    const handle = fromHandle.id ?? OUT_HANDLE;
    if (toNode !== null) {
      const refusal = refuse(from, handle, toNode.id);
      if (refusal !== undefined) context.notify({ title: refusal, status: 'stale' });
      return;
    }
    const position = instance.screenToFlowPosition(pointOf(event));
    patch(session.interaction, {
      picker: { after: { id: from, handle }, position: { x: position.x, y: position.y - 26 } },
    });
  };

  const onDragOver = (event: DragEvent) => {
    if (readOnly || !hasAction(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    patch(session.interaction, { dropEdge: edgeAt(event.clientX, event.clientY) });
  };

  /** The edge below a dragged card: at the pointer, or at the middle of the card's head. */
  const edgeBelow = (event: MouseEvent | TouchEvent | ReactMouseEvent, { position, measured }: FlowNode) => {
    const pointer = pointOf('nativeEvent' in event ? event.nativeEvent : event);
    const width = measured?.width ?? 0;
    const head = instance.flowToScreenPosition({ x: position.x + width / 2, y: position.y + HANDLE_TOP });
    return edgeAt(pointer.x, pointer.y) ?? edgeAt(head.x, head.y);
  };

  /** The marked edge, which is then no longer marked. */
  const takeDropEdge = () => {
    const { dropEdge } = session.interaction.get();
    patch(session.interaction, { dropEdge: undefined });
    return flow.getEdges().find(({ id }) => id === dropEdge)?.data?.edge;
  };

  const onDrop = (event: DragEvent) => {
    const action = actionFromDrag(event, descriptors);
    const edge = takeDropEdge();
    if (readOnly || action === undefined) return;
    event.preventDefault();
    const { x, y } = instance.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const position = { x: Math.round((x - 132) / 8) * 8, y: Math.round((y - 26) / 8) * 8 };
    addAction(session, action, edge === undefined ? { position } : { edge });
    focusAddedStep(session);
  };

  return (
    <ReactFlow<FlowNode, FlowEdge>
      nodes={nodes}
      edges={far ? NO_EDGES : edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={viewport}
      minZoom={ZOOM_RANGE.min}
      maxZoom={ZOOM_RANGE.max}
      onNodesChange={flow.changeNodes}
      onEdgesChange={flow.changeEdges}
      onConnect={({ source, sourceHandle, target }) => {
        const refusal = addEdge(session, { from: source, handle: sourceHandle ?? OUT_HANDLE, to: target });
        if (refusal !== undefined) context.notify({ title: refusal, status: 'stale' });
      }}
      onConnectEnd={onConnectEnd}
      isValidConnection={({ source, sourceHandle, target }) =>
        refuse(source, sourceHandle ?? null, target) === undefined
      }
      onNodeClick={(event, node) => {
        if (!event.shiftKey && !event.metaKey && !event.ctrlKey) store.select(onlyThis(node));
      }}
      onNodeDragStart={(_, node, nodes) => {
        isLooseDrag.current = nodes.length === 1 && node.type === 'step' && isLoose(session, node.id);
      }}
      onNodeDrag={(event, node) => {
        if (isLooseDrag.current) patch(session.interaction, { dropEdge: edgeBelow(event, node) });
      }}
      onNodeDragStop={(_, node) => {
        const edge = isLooseDrag.current ? takeDropEdge() : undefined;
        if (edge === undefined) keepMoved(session);
        else insertDragged(session, node.id, edge);
      }}
      onSelectionDragStop={() => keepMoved(session)}
      onEdgeMouseEnter={(_, edge) => session.hoveredEdge.set(edge.id)}
      onEdgeMouseLeave={() => session.hoveredEdge.set(undefined)}
      onMoveStart={(event) => {
        // Without an event, the editor moves the view.
        if (event !== null) session.memory.mode = 'moved';
        canvas.current?.setAttribute('data-moving', '');
      }}
      onMove={(_, moved) => {
        session.memory.viewport = moved;
        applyZoom(moved.zoom, session.zoom, canvas.current);
      }}
      onMoveEnd={() => canvas.current?.removeAttribute('data-moving')}
      onPaneClick={() => canvas.current?.focus({ preventScroll: true })}
      onNodeContextMenu={(event, node) => {
        event.preventDefault();
        if (node.selected !== true) store.select(onlyThis(node));
        onMenu({ x: event.clientX, y: event.clientY, kind: node.type === 'frame' ? 'frame' : 'step' });
      }}
      onSelectionContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY, kind: 'step' });
      }}
      onEdgeContextMenu={(event, edge) => {
        event.preventDefault();
        store.select({ ...EMPTY_SELECTION, edges: [edge.id] });
        onMenu({ x: event.clientX, y: event.clientY, kind: 'edge' });
      }}
      onPaneContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY, kind: 'canvas' });
      }}
      onDragOver={onDragOver}
      onDragLeave={(event) => {
        const inside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) patch(session.interaction, { dropEdge: undefined });
      }}
      onDrop={onDrop}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      nodesFocusable={false}
      edgesFocusable
      edgesReconnectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      multiSelectionKeyCode={MULTI_SELECT}
      zoomActivationKeyCode={ZOOM_KEYS}
      panOnScroll
      selectionOnDrag={tool === 'select'}
      panOnDrag={tool === 'select' ? [1] : true}
      zoomOnDoubleClick={false}
      snapToGrid
      snapGrid={SNAP}
      nodeDragThreshold={2}
      connectionRadius={28}
      connectionLineType={ConnectionLineType.SmoothStep}
      onlyRenderVisibleElements={nodes.length > CULL_FROM}
      autoPanOnNodeFocus={false}
      attributionPosition="bottom-right"
    >
      {far && <FarEdges />}
      {!far && <Background {...DOTS} color="var(--canvas-dot)" />}
    </ReactFlow>
  );
}

/** The selection of one card, note or frame. */
function onlyThis(node: FlowNode): Selection {
  if (node.type === 'step') return selectSteps(node.id);
  const ids = [itemId(node)];
  return { ...EMPTY_SELECTION, ...(node.type === 'note' ? { notes: ids } : { frames: ids }) };
}

/** Where a pointer was released. */
function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } {
  const { clientX: x = 0, clientY: y = 0 } =
    'changedTouches' in event ? (event.changedTouches[0] ?? {}) : event;
  return { x, y };
}

/** The edge at a point of the page. */
function edgeAt(x: number, y: number): string | undefined {
  const element = document
    .elementsFromPoint(x, y)
    .find((candidate) => candidate.closest('.react-flow__edge') !== null);
  const edge = element?.closest<SVGGElement>('.react-flow__edge');
  return edge?.dataset.id;
}
