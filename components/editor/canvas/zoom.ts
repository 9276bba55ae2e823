import type { Observable } from '@/components/ui/observable';

/** The level of detail of a card: everything, icon and title, or only a coloured tile with the title. */
export type Detail = 'full' | 'compact' | 'tile';

/** Zoom steps at which text on the canvas changes size. Between them only one transform changes. */
const STEPS = [1, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.18, 0.12, 0.08, 0.05] as const;

const FULL_FROM = 0.6;
/** The smallest zoom at which titles are read without effort. */
export const COMPACT_FROM = 0.3;

/** Smallest and largest zoom of the canvas. */
export const ZOOM_RANGE = { min: 0.05, max: 2 } as const;

/** The next lower zoom step. Text that is large enough at it is large enough at the zoom. */
export function zoomStep(zoom: number): number {
  return STEPS.find((step) => zoom >= step - 0.001) ?? 0.05;
}

/** The level of detail of cards at a zoom. */
export function detailAt(zoom: number): Detail {
  if (zoom >= FULL_FROM - 0.001) return 'full';
  return zoom >= COMPACT_FROM - 0.001 ? 'compact' : 'tile';
}

/** Applies a zoom: sets `detail` for cards and `--k` for styles, only when a zoom step is passed. */
export function applyZoom(zoom: number, detail: Observable<Detail>, canvas: HTMLElement | null): void {
  detail.set(detailAt(zoom));
  const step = String(zoomStep(zoom));
  if (canvas !== null && canvas.dataset.zoomStep !== step) {
    canvas.dataset.zoomStep = step;
    canvas.style.setProperty('--k', step);
  }
}
