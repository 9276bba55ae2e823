import type { Observable } from '@/components/ui/observable';

/** How much a card shows: everything, its icon and title, or only a coloured tile. */
export type Detail = 'full' | 'compact' | 'tile';

/** Zoom steps at which texts on the canvas change size. Between them nothing on the page changes but one transform. */
const STEPS = [1, 0.85, 0.7, 0.55, 0.45, 0.35, 0.25, 0.18, 0.12, 0.08, 0.05] as const;

const FULL_FROM = 0.7;
const COMPACT_FROM = 0.35;

/** Smallest and largest zoom of the canvas. */
export const ZOOM_RANGE = { min: 0.05, max: 2 } as const;

/** The step below a zoom: texts that are large enough there are large enough everywhere above it. */
export function zoomStep(zoom: number): number {
  return STEPS.find((step) => zoom >= step - 0.001) ?? 0.05;
}

/** How much cards show at a zoom. */
export function detailAt(zoom: number): Detail {
  if (zoom >= FULL_FROM - 0.001) return 'full';
  return zoom >= COMPACT_FROM - 0.001 ? 'compact' : 'tile';
}

/** Tells the page about a zoom: cards by `detail`, styles by `--k`, and only when a step is passed. */
export function applyZoom(zoom: number, detail: Observable<Detail>, canvas: HTMLElement | null): void {
  detail.set(detailAt(zoom));
  const step = String(zoomStep(zoom));
  if (canvas !== null && canvas.dataset.zoomStep !== step) {
    canvas.dataset.zoomStep = step;
    canvas.style.setProperty('--k', step);
  }
}
