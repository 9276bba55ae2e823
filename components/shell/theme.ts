/** What the user chose: a theme, or the system's. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Where the choice is kept in `localStorage`. */
export const THEME_KEY = 'pipewright.theme';

/** The choice in a stored text; anything unknown is the system's. */
export function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/**
 * Sets `data-theme` before the first paint, so that no page flashes in the other theme. It runs as text in the
 * document's head; storage may be closed to it, then the system decides.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;
