'use client';

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Viewport } from 'reactflow';
import { formatCount } from '@/components/ui/format';
import { UNTITLED } from '@/engine';
import { useDiagnostics, useEditor, useSession } from '../use-editor';
import styles from './canvas.module.css';
import { CanvasMenu, type MenuPlace } from './canvas-menu';
import { FlowSurface } from './flow-surface';
import { initialView } from './initial-view';
import { useCanvasView } from './use-canvas-view';
import { applyZoom } from './zoom';

export interface CanvasSurfaceProps {
  /** What lies over the canvas: bars, hints, the minimap. */
  children?: ReactNode;
}

/** The box of the canvas: takes the keyboard, knows its size, holds the cards and lines. */
export function CanvasSurface({ children }: CanvasSurfaceProps) {
  const session = useSession();
  const canvas = useRef<HTMLDivElement>(null);
  const [viewport, setViewport] = useState<Viewport>();
  const [menu, setMenu] = useState<MenuPlace>();
  const label = useCanvasLabel();
  useCanvasView(canvas);
  // Layout of the page: what is shown first depends on how large the canvas is.
  useLayoutEffect(() => {
    const box = canvas.current;
    if (box === null) return;
    const first =
      session.memory.viewport ?? initialView(session.flow.getNodes(), box.clientWidth, box.clientHeight);
    applyZoom(first.zoom, session.zoom, box);
    session.memory.viewport = first;
    setViewport(first);
  }, [session]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element stands for a canvas of cards.
    <div
      ref={canvas}
      className={styles.canvas}
      data-canvas
      data-text-floor
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes the keyboard for its commands.
      tabIndex={0}
      role="region"
      aria-label={label}
      // Shift begins a selection box here; the browser would select the page's text up to this point.
      onMouseDownCapture={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      {viewport !== undefined && <FlowSurface canvas={canvas} viewport={viewport} onMenu={setMenu} />}
      {children}
      <CanvasMenu place={menu} onClose={() => setMenu(undefined)} />
    </div>
  );
}

function useCanvasLabel(): string {
  const name = useEditor((state) => state.document.name ?? UNTITLED);
  const count = useEditor((state) => state.document.steps.length);
  const problems = useDiagnostics().length;
  return `Canvas of ${name}: ${formatCount(count, 'step')}, ${problems === 0 ? 'no problems' : formatCount(problems, 'problem')}`;
}
