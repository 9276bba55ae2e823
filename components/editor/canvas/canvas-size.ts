import type { Box } from './initial-view';

/** Width and height of the canvas in pixels. */
export type CanvasSize = Pick<Box, 'width' | 'height'>;

/** The cookie that tells the server the size of the canvas, so that it can draw the visible cards. */
export const CANVAS_SIZE_COOKIE = 'canvas';

const YEAR_SECONDS = 31_536_000;
/** Largest size that is drawn for, in pixels. */
const MOST = 4096;

/** Parses the value of the cookie, such as `912x640`; undefined for any other text. */
export function parseCanvasSize(text: string | undefined): CanvasSize | undefined {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? '');
  if (!match) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  return width > MOST || height > MOST ? undefined : { width, height };
}

/** Stores the size for the next page of this kind. */
export function rememberCanvasSize({ width, height }: CanvasSize): void {
  const [, kind = ''] = window.location.pathname.split('/');
  const value = `${Math.round(width)}x${Math.round(height)}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only.
  document.cookie = `${CANVAS_SIZE_COOKIE}=${value}; path=/${kind}; max-age=${YEAR_SECONDS}; samesite=lax`;
}
