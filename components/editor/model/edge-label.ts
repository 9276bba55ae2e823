/** Distance of a label from the handle where its edge begins, in canvas pixels. */
export const LABEL_START = 12;
/** Largest width of a label; longer texts are shortened. */
export const LABEL_MAX = 132;
const CHARACTER = 7;
const PADDING = 16;

/** Estimated width of the label of an edge, for layout and for the routes of edges. */
export function labelWidth(text: string): number {
  return Math.min(LABEL_MAX, text.length * CHARACTER + PADDING);
}

/** Width of a gap between two cards, in canvas pixels, in which every label fits. */
export const WIDE_GAP = 160;
const BESIDE = 8;

/** Whether the label of a reference has space in the gap between two cards. A shortened name would say nothing. */
export function fitsBetween(label: string, gap: number): boolean {
  return gap >= WIDE_GAP || labelWidth(label) <= gap - BESIDE;
}
