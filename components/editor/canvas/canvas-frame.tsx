'use client';

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ReactFlowProvider, useReactFlow, useStoreApi, type Viewport } from 'reactflow';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format';
import { Kbd } from '@/components/ui/kbd';
import { UNTITLED } from '@/engine';
import { starters } from '@/lib/starters';
import { addAfter } from '../commands/add-step';
import { announce } from '../commands/command';
import { CanvasBar } from '../toolbar/canvas-bar';
import { CanvasHint } from '../toolbar/canvas-hint';
import { CanvasMode } from '../toolbar/canvas-mode';
import { useCommandContext } from '../use-commands';
import { useDiagnostics, useEditor, useSession } from '../use-editor';
import canvasSurfaceStyles from './canvas.module.css';
import { CanvasMenu, type MenuPlace } from './canvas-menu';
import styles from './empty-canvas.module.css';
import { FlowSurface } from './flow-surface';
import type { FlowEdge, FlowNode } from './flow-types';
import { initialView } from './initial-view';
import { Minimap } from './minimap';
import { applyZoom, ZOOM_RANGE } from './zoom';

/** The canvas, with starters while it is empty, and the strip below it. */
export function CanvasFrame() {
  const { readOnly } = useSession();
  const empty = useEditor(
    ({ document }) => document.steps.length === 0 && (document.layout?.notes ?? []).length === 0,
  );
  return (
    <ReactFlowProvider>
      <CanvasSurface
        strip={
          <>
            <CanvasBar readOnly={readOnly} />
            <CanvasHint readOnly={readOnly} />
          </>
        }
      >
        {empty && !readOnly && <EmptyCanvas />}
        <CanvasMode />
        {!empty && <Minimap />}
      </CanvasSurface>
    </ReactFlowProvider>
  );
}

/** Shown on an empty pipeline: three starters, or a button for the first step. */
function EmptyCanvas() {
  const session = useSession();
  const context = useCommandContext();
  const begin = (key: string) => {
    const starter = starters.find((candidate) => candidate.key === key);
    if (starter === undefined) return;
    session.store.edit(`Start from ${starter.title}`, (document) => {
      const { name, ...rest } = starter.document;
      const isNamed = document.name !== undefined && document.name !== UNTITLED;
      return { name: isNamed ? document.name : name, ...rest };
    });
    announce(session, `Added ${starter.title}: ${starter.document.steps.length} steps.`);
    requestAnimationFrame(() => session.view.get()?.fit());
  };
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>Add a step or start from a template</h2>
      <ul className={styles.starters}>
        {starters.map(({ key, title, description, document }) => (
          <li key={key}>
            <button type="button" className={styles.starter} onClick={() => begin(key)}>
              <b>{title}</b>
              <span>{description}</span>
              <span className={styles.count}>{document.steps.length} steps</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>
        <Button icon="plus" onClick={() => addAfter.run(context)}>
          Add step
        </Button>
        <span>
          or press <Kbd>A</Kbd>, drag an action from the palette, or paste JSON with <Kbd>Ctrl+V</Kbd>
        </span>
      </p>
    </div>
  );
}

interface CanvasSurfaceProps {
  /** Overlays of the canvas: starters, the mode, the minimap. */
  children?: ReactNode;
  /** Tools and hints below the canvas, so that they cover no card. */
  strip: ReactNode;
}

/** The focusable element of the canvas, with cards and edges. Measures its size. */
function CanvasSurface({ children, strip }: CanvasSurfaceProps) {
  const session = useSession();
  const canvas = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>();
  const [menu, setMenu] = useState<MenuPlace>();
  const label = useCanvasLabel();
  useCanvasView(canvas);
  // Layout of the page: the initial view depends on the size of the canvas.
  useLayoutEffect(() => {
    const box = surface.current;
    if (box === null) return;
    const first =
      session.memory.viewport ?? initialView(session.flow.getNodes(), box.clientWidth, box.clientHeight);
    applyZoom(first.zoom, session.zoom, canvas.current);
    session.memory.viewport = first;
    setViewport(first);
  }, [session]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is no element for a canvas of cards.
    <div
      ref={canvas}
      className={canvasSurfaceStyles.canvas}
      data-canvas
      data-text-floor
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas has keyboard commands.
      tabIndex={0}
      role="region"
      aria-label={label}
      // Shift begins a selection box here; the browser would select the page's text up to this point.
      onMouseDownCapture={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <div ref={surface} className={canvasSurfaceStyles.surface}>
        {viewport !== undefined && <FlowSurface canvas={canvas} viewport={viewport} onMenu={setMenu} />}
      </div>
      {children}
      <div className={canvasSurfaceStyles.strip}>{strip}</div>
      <CanvasMenu place={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
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

const FIT_MS = 300;
const MARGIN = 48;

/** Duration of a view transition in ms; 0 with reduced motion or many cards. */
function duration(count: number): number {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return reduced || count > 100 ? 0 : FIT_MS;
}

/** Provides the canvas to commands and panels while it is mounted. */
function useCanvasView(canvas: React.RefObject<HTMLDivElement | null>): void {
  const session = useSession();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi();
  // The rest of the editor accesses the canvas only through this.
  useEffect(() => {
    const count = () => session.flow.getNodes().length;
    const size = () => ({ width: store.getState().width, height: store.getState().height });
    session.view.set({
      fit: () =>
        void flow.fitView({
          padding: 0.08,
          maxZoom: 1,
          minZoom: ZOOM_RANGE.min,
          duration: duration(count()),
        }),
      zoomTo: (zoom) => void flow.zoomTo(zoom, { duration: duration(count()) }),
      zoomBy: (factor) => void flow.zoomTo(flow.getZoom() * factor, { duration: duration(count()) }),
      center() {
        const { width, height } = size();
        const { x, y, zoom } = flow.getViewport();
        return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
      },
      reveal(ids) {
        const wanted = new Set(ids);
        const nodes = session.flow.getNodes().filter(({ id }) => wanted.has(id));
        if (nodes.length === 0) return;
        const bounds = flow.getNodesBounds(nodes);
        const { width, height } = size();
        const { x, y, zoom } = flow.getViewport();
        const left = bounds.x * zoom + x;
        const top = bounds.y * zoom + y;
        const inside =
          left >= MARGIN / 2 &&
          top >= MARGIN / 2 &&
          left + bounds.width * zoom <= width - MARGIN / 2 &&
          top + bounds.height * zoom <= height - MARGIN / 2;
        if (inside) return;
        const fits = bounds.width * zoom <= width - MARGIN * 2 && bounds.height * zoom <= height - MARGIN * 2;
        if (!fits) {
          void flow.fitBounds(bounds, { padding: 0.1, duration: duration(count()) });
          return;
        }
        const dx = shift(left, bounds.width * zoom, width);
        const dy = shift(top, bounds.height * zoom, height);
        void flow.setViewport({ x: x + dx, y: y + dy, zoom }, { duration: duration(count()) });
      },
      focus(id) {
        // After the next paint: the card may have been added just now.
        requestAnimationFrame(() => {
          const card =
            id === undefined
              ? null
              : canvas.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
          (card ?? canvas.current)?.focus({ preventScroll: true });
        });
      },
    });
    return () => session.view.set(undefined);
  }, [session, flow, store, canvas]);
}

/** Distance by which an interval must move to be inside with a margin, in pixels. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  const over = start + length - (room - MARGIN);
  return over > 0 ? -over : 0;
}
