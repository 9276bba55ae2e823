import { type RefObject, useEffect } from 'react';
import { useReactFlow, useStoreApi, type Viewport } from 'reactflow';
import { foldedAround } from '../model/frames';
import type { CanvasView, EditorSession } from '../session';
import { useSession } from '../use-editor';
import { type FlowEdge, type FlowNode, frameNodeId } from './flow-types';
import { type Box, boundsOf } from './initial-view';
import { settledView, viewOf, viewWith } from './viewport';

const FIT_MS = 300;
/** Number of cards from which the view changes at once: moving so many would stutter. */
const MANY = 100;

/** Provides the canvas to commands and panels while it is mounted, and keeps its view when its size changes. */
export function useCanvasView(canvas: RefObject<HTMLElement | null>): void {
  const session = useSession();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi();
  // The rest of the editor accesses the canvas only through this.
  useEffect(() => {
    const pointer = followPointer(canvas.current);
    const size = () => ({ width: store.getState().width, height: store.getState().height });
    session.view.set(
      createView({
        session,
        canvas,
        size,
        viewport: flow.getViewport,
        show: (view, durationMs) => void flow.setViewport(view, { duration: durationMs }),
        zoomTo: (zoom, durationMs) => void flow.zoomTo(zoom, { duration: durationMs }),
        pointer: () => pointer.at && flow.screenToFlowPosition(pointer.at),
      }),
    );
    return () => {
      pointer.stop();
      session.view.set(undefined);
    };
  }, [session, flow, store, canvas]);
  // The size of the canvas, which panels around it change, and the inspector where it is a sheet over the canvas.
  useEffect(() => {
    const settle = () => {
      const { width, height, panZoom } = store.getState();
      if (width === 0 || height === 0 || panZoom === null) return;
      const view = flow.getViewport();
      const room = freeRoom(canvas.current, { width, height });
      session.canvasSize.set(room);
      const next = settledView({ nodes: session.flow.getNodes(), view, mode: session.memory.mode, room });
      if (next !== view) void flow.setViewport(next);
    };
    const stopSize = store.subscribe((state, before) => {
      if (state.width !== before.width || state.height !== before.height) settle();
      // The canvas may have another size than when it was first measured. React Flow shows a view after its own effects.
      if (state.panZoom !== before.panZoom) queueMicrotask(settle);
    });
    const stopSheet = afterSelection(session, () => {
      if (sheetOver(canvas.current) !== undefined) settle();
    });
    return () => {
      stopSize();
      stopSheet();
    };
  }, [session, flow, store, canvas]);
}

interface ViewParts {
  readonly session: EditorSession;
  readonly canvas: RefObject<HTMLElement | null>;
  readonly size: () => { readonly width: number; readonly height: number };
  readonly viewport: () => Viewport;
  readonly show: (view: Viewport, durationMs: number) => void;
  readonly zoomTo: (zoom: number, durationMs: number) => void;
  readonly pointer: CanvasView['pointer'];
}

function createView({ session, canvas, size, viewport, show, zoomTo, pointer }: ViewParts): CanvasView {
  const { memory, flow } = session;
  const duration = () => durationOf(flow.getNodes().length);
  const room = () => freeRoom(canvas.current, size());
  return {
    fit() {
      const bounds = boundsOf(flow.getNodes());
      if (bounds === undefined) return;
      memory.mode = 'all';
      show(viewOf(bounds, room()), duration());
    },
    zoomTo(zoom) {
      memory.mode = 'moved';
      zoomTo(zoom, duration());
    },
    zoomBy(factor) {
      memory.mode = 'moved';
      zoomTo(viewport().zoom * factor, duration());
    },
    center() {
      const { x, y, zoom } = viewport();
      const free = room();
      return { x: (free.x + free.width / 2 - x) / zoom, y: (free.y + free.height / 2 - y) / zoom };
    },
    pointer,
    reveal(ids) {
      const wanted = new Set(ids.map((id) => shownAs(session, id)));
      const bounds = boundsOf(flow.getNodes().filter(({ id }) => wanted.has(id)));
      if (bounds === undefined) return;
      const view = viewport();
      const next = viewWith(bounds, view, room());
      if (next === view) return;
      if (memory.mode !== 'moved') memory.mode = 'followed';
      show(next, duration());
    },
    focus(id) {
      // A command of the outline leaves the focus there.
      if (document.activeElement?.closest('[data-outline]') != null) return;
      const selector =
        id === undefined ? undefined : `[data-id="${CSS.escape(shownAs(session, id))}"] [tabindex="0"]`;
      // After the next paint: the card may have been added just now.
      requestAnimationFrame(() => {
        const card = selector === undefined ? null : canvas.current?.querySelector<HTMLElement>(selector);
        (card ?? canvas.current)?.focus({ preventScroll: true });
      });
    },
  };
}

/** The id of the node that shows a step, which may be that of a collapsed frame around it. */
function shownAs({ store }: EditorSession, id: string): string {
  const folded = foldedAround(store.getState().document, id);
  return folded === undefined ? id : frameNodeId(folded.id);
}

/** Duration of a view transition in ms; 0 with reduced motion or many cards. */
function durationOf(count: number): number {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return reduced || count > MANY ? 0 : FIT_MS;
}

/** The part of the canvas that no panel covers, in pixels from its upper left corner. */
export function freeRoom(
  canvas: HTMLElement | null,
  { width, height }: { readonly width: number; readonly height: number },
): Box {
  return { x: 0, y: 0, width: sheetOver(canvas) ?? width, height };
}

/** Distance from the left edge of the canvas to the inspector that covers its right part; undefined without one. */
function sheetOver(canvas: HTMLElement | null): number | undefined {
  const sheet = document.querySelector('[data-inspector]')?.getBoundingClientRect();
  const box = canvas?.getBoundingClientRect();
  if (sheet === undefined || box === undefined || sheet.width === 0) return undefined;
  const isOver = sheet.left > box.left && sheet.left < box.right - 1 && sheet.top < box.bottom;
  return isOver ? sheet.left - box.left : undefined;
}

/** Calls `run` after the page has shown a new selection: a sheet opens with it. */
function afterSelection({ store }: EditorSession, run: () => void): () => void {
  let { selection } = store.getState();
  let frame = 0;
  const stop = store.subscribe(() => {
    if (store.getState().selection === selection) return;
    selection = store.getState().selection;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(run);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}

/** The last place of the pointer over an element, on the screen; undefined while it is elsewhere. */
function followPointer(element: HTMLElement | null) {
  const pointer: { at: { x: number; y: number } | undefined; stop: () => void } = {
    at: undefined,
    stop() {
      element?.removeEventListener('pointermove', onMove);
      element?.removeEventListener('pointerleave', onLeave);
    },
  };
  const onMove = ({ clientX, clientY }: PointerEvent) => {
    pointer.at = { x: clientX, y: clientY };
  };
  const onLeave = () => {
    pointer.at = undefined;
  };
  element?.addEventListener('pointermove', onMove, { passive: true });
  element?.addEventListener('pointerleave', onLeave);
  return pointer;
}
