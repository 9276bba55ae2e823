'use client';

import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider, type Viewport } from 'reactflow';
import { useAlive } from '@/components/run-state/use-alive';
import { formatCount } from '@/components/ui/format';
import { UNTITLED } from '@/engine';
import { CoverageMenu } from '../coverage-view/coverage-menu';
import { PasteDialog } from '../dialogs/paste-dialog';
import { isEmpty } from '../model/document';
import { EMPTY_SELECTION } from '../model/selection';
import type { EditorSession } from '../session';
import { CanvasBar } from '../toolbar/canvas-bar';
import { CanvasHint } from '../toolbar/canvas-hint';
import { CanvasMode } from '../toolbar/canvas-mode';
import { Tour } from '../tour/tour';
import { useDiagnostics, useEditor, useSession } from '../use-editor';
import canvasSurfaceStyles from './canvas.module.css';
import { CanvasMenu, type MenuPlace } from './canvas-menu';
import { EmptyCanvas } from './empty-canvas';
import { FirstSurface, type FirstView, firstViewOf, zoomAttributes } from './first-view';
import { FlowSurface } from './flow-surface';
import { Minimap } from './minimap';
import { freeRoom, useCanvasView } from './use-canvas-view';
import { useKeptFocus } from './use-kept-focus';
import { initialViewIn, settledView } from './viewport';
import { applyZoom } from './zoom';

/** The canvas, with starters while it is empty, and the strip below it. */
export function CanvasFrame() {
  const session = useSession();
  const { readOnly } = session;
  const empty = useEditor(({ document }) => isEmpty(document));
  const hasSeveral = useEditor(({ document }) => document.steps.length > 1);
  const isAlive = useAlive();
  // Only a page that the server draws begins with it.
  const [first] = useState(() => (isAlive ? undefined : firstViewOf(session, session.firstSize)));
  return (
    <ReactFlowProvider>
      <CanvasSurface
        first={first}
        strip={
          <>
            <CanvasBar readOnly={readOnly} firstZoom={first?.viewport.zoom ?? 1} />
            {!readOnly && !empty && <CoverageMenu />}
            <CanvasHint readOnly={readOnly} />
          </>
        }
      >
        {empty && !readOnly && <EmptyCanvas />}
        <CanvasMode />
        {hasSeveral && <Minimap />}
        <Tour />
      </CanvasSurface>
      {!readOnly && <PasteDialog />}
    </ReactFlowProvider>
  );
}

interface CanvasSurfaceProps {
  first: FirstView | undefined;
  /** Overlays of the canvas: starters, the mode, the minimap. */
  children?: ReactNode;
  /** Tools and hints below the canvas, so that they cover no card. */
  strip: ReactNode;
}

/** The focusable element of the canvas, with cards and edges. Measures its size. */
function CanvasSurface({ first, children, strip }: CanvasSurfaceProps) {
  const session = useSession();
  const canvas = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>();
  const [menu, setMenu] = useState<MenuPlace>();
  const label = useCanvasLabel();
  useCanvasView(canvas);
  useKeptFocus(canvas);
  // Layout of the page: the initial view depends on the size of the canvas.
  useLayoutEffect(() => {
    const box = surface.current;
    if (box === null) return;
    const { memory } = session;
    const room = freeRoom(canvas.current, { width: box.clientWidth, height: box.clientHeight });
    const nodes = session.flow.getNodes();
    const view =
      memory.viewport === undefined
        ? initialViewIn(nodes, room)
        : settledView({ nodes, view: memory.viewport, mode: memory.mode, room });
    applyZoom(view.zoom, session.zoom, canvas.current);
    memory.viewport = view;
    session.canvasSize.set(room);
    setViewport(view);
  }, [session]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a canvas of cards.
    <div
      ref={canvas}
      className={canvasSurfaceStyles.canvas}
      data-canvas
      data-text-floor
      {...zoomAttributes(first)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas has keyboard commands.
      tabIndex={0}
      role="region"
      aria-label={label}
      onFocus={(event) => selectFocusedEdge(event, session)}
      // Shift begins a selection box here; the browser would select the page's text up to this point. It also sets no
      // focus then, which the keys need.
      onMouseDownCapture={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        if (!event.currentTarget.contains(document.activeElement))
          event.currentTarget.focus({ preventScroll: true });
      }}
    >
      <div ref={surface} className={canvasSurfaceStyles.surface}>
        {viewport !== undefined ? (
          <FlowSurface canvas={canvas} viewport={viewport} onMenu={setMenu} />
        ) : (
          first && <FirstSurface first={first} />
        )}
      </div>
      {children}
      <div className={canvasSurfaceStyles.strip}>{strip}</div>
      <CanvasMenu place={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
}

/** Selects an edge that gets the focus by keyboard, as cards do: commands act on the selection. */
function selectFocusedEdge({ target }: FocusEvent<HTMLElement>, { store }: EditorSession): void {
  const edge = target.closest<SVGElement>('.react-flow__edge')?.dataset.id;
  if (edge === undefined || !target.matches(':focus-visible')) return;
  if (!store.getState().selection.edges.includes(edge)) store.select({ ...EMPTY_SELECTION, edges: [edge] });
}

function useCanvasLabel(): string {
  const name = useEditor((state) => state.document.name ?? UNTITLED);
  const count = useEditor((state) => state.document.steps.length);
  const { readOnly } = useSession();
  const problems = useDiagnostics().length;
  const size = `Canvas of ${name}: ${formatCount(count, 'step')}`;
  // The definition of a run is not checked: it cannot be changed.
  if (readOnly) return size;
  return `${size}, ${problems === 0 ? 'no problems' : formatCount(problems, 'problem')}`;
}
