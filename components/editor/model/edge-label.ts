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
