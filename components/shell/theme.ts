/** The user's choice: a theme, or the system's. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Key of the choice in `localStorage`. */
export const THEME_KEY = 'pipewright.theme';

/** Parses a stored choice; unknown values mean the system's theme. */
export function parseTheme(stored: string | null): Theme {
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/**
 * Sets `data-theme` before the first paint, so that no page flashes in the other theme. It is an inline script in the
 * document's head. Without storage, the system's theme applies.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}`;
