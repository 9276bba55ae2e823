/** Sizes of the drawing of a pipeline. Apart from `preview.ts`, which draws on the server with the engine. */
export interface PreviewSize {
  readonly card: { readonly width: number; readonly height: number };
  /** From the left side of a column to that of the next, and from the top of a row to that of the next. */
  readonly column: number;
  readonly row: number;
  /** Smallest size of the drawing, so that small pipelines are not enlarged. */
  readonly least: { readonly width: number; readonly height: number };
}

/** Size of a card in a small drawing. */
export const CARD = { width: 46, height: 22 } as const;

/** A small drawing: cards without words. */
export const SMALL: PreviewSize = {
  ...{ card: CARD, column: 86, row: 40 },
  least: { width: 320, height: 96 },
};

/** A large drawing: cards with the names of their steps. */
export const LARGE: PreviewSize = {
  ...{ card: { width: 132, height: 40 }, column: 152, row: 62 },
  least: { width: 760, height: 150 },
};
