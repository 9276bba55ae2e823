/** Size of a card in the drawing of a pipeline. Apart from `preview.ts`, which draws on the server with the engine. */
export const CARD = { width: 46, height: 22 } as const;
