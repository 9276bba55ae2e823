/** The dots of the canvas, in pixels at a zoom of 100 %: their distance and their diameter. */
export const DOTS = { gap: 16, size: 1.2 } as const;
