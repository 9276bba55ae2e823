import { COMMON_SCREEN, type FirstScreen, type Size } from '@/components/ui/first-screen';

/** The cookie that tells the server the screen, so that it can draw panels and cards at their places. */
export const SCREEN_COOKIE = 'screen';

const YEAR_SECONDS = 31_536_000;
/** Largest size that is drawn for, in pixels. */
const MAX_SIZE = 8192;
const MAX_PANELS = 16;

/** The value of the cookie, such as `page=1440x900&text=1&canvas=758x560&panel.left=closed`. */
export function formatScreen({ page, textScale, canvas, panels }: FirstScreen): string {
  const text = String(Number(textScale.toFixed(3)));
  return new URLSearchParams({ page: sizeText(page), text, canvas: sizeText(canvas), ...panels }).toString();
}

/** Parses the value of the cookie. Parts that are missing or invalid are those of a common screen. */
export function parseScreen(value: string | undefined): FirstScreen {
  const parts = new URLSearchParams(value);
  const panels = [...parts].filter(([name, text]) => isPanelName(name) && /^[a-z0-9]{1,12}$/.test(text));
  return {
    page: parseSize(parts.get('page')) ?? COMMON_SCREEN.page,
    textScale: parseScale(parts.get('text')) ?? COMMON_SCREEN.textScale,
    canvas: parseSize(parts.get('canvas')) ?? COMMON_SCREEN.canvas,
    panels: Object.fromEntries(panels.slice(0, MAX_PANELS)),
  };
}

/** Stores the screen for the next page of a kind: the first segment of its path. */
export function storeScreen(screen: FirstScreen, kind: string): void {
  const value = formatScreen(screen);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only.
  document.cookie = `${SCREEN_COOKIE}=${value}; path=/${kind}; max-age=${YEAR_SECONDS}; samesite=lax`;
}

function isPanelName(name: string): boolean {
  return /^(panel|size)\.[a-z.]{1,24}$/.test(name);
}

function sizeText({ width, height }: Size): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}

function parseSize(text: string | null): Size | undefined {
  const match = /^(\d{1,4})x(\d{1,4})$/.exec(text ?? '');
  if (!match) return undefined;
  const [width, height] = [Number(match[1]), Number(match[2])];
  return width > MAX_SIZE || height > MAX_SIZE ? undefined : { width, height };
}

function parseScale(text: string | null): number | undefined {
  return text !== null && /^[1-9]?\d(\.\d{1,3})?$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
