import { useEffect } from 'react';
import { useReactFlow, useStoreApi } from 'reactflow';
import { useSession } from '../use-editor';
import type { FlowEdge, FlowNode } from './flow-types';
import { ZOOM_RANGE } from './zoom';

const FIT_MS = 300;
const MARGIN = 48;

/** Moves the view smoothly only where motion is wanted and few things have to move. */
function duration(count: number): number {
  const reduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return reduced || count > 100 ? 0 : FIT_MS;
}

/** Offers the canvas to the commands and panels around it, for as long as it is on the page. */
export function useCanvasView(canvas: React.RefObject<HTMLDivElement | null>): void {
  const session = useSession();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const store = useStoreApi();
  // The rest of the editor, which reaches the canvas only through this.
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

/** How far something must move to lie inside with a margin. */
function shift(start: number, length: number, room: number): number {
  if (start < MARGIN) return MARGIN - start;
  const over = start + length - (room - MARGIN);
  return over > 0 ? -over : 0;
}
