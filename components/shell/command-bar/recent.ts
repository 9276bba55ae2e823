const KEY = 'pipewright.recent-commands';
/** Number of remembered entries. */
const MOST = 20;

/** For a browser without storage: forgotten with the page. */
let here: readonly string[] = [];

/** Ids of the entries that were used last in this browser, newest first. */
export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : here;
  } catch {
    // Storage is disabled or was written by something else.
    return here;
  }
}

/** Remembers that an entry was used. */
export function rememberUse(id: string): void {
  here = [id, ...readRecent().filter((other) => other !== id)].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(here));
  } catch {
    // Storage is full or disabled: it lasts until the page is left.
    return;
  }
}
