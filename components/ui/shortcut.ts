/** The fields of a key press that shortcuts use. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key press is this shortcut: `Mod+Shift+Z`, `Delete`, `?`. */
export function matchesShortcut(press: KeyPress, shortcut: string): boolean {
  const parts = splitShortcut(shortcut);
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('Mod');
  if ((press.ctrlKey || press.metaKey) !== wantsMod || press.altKey !== parts.includes('Alt')) return false;
  if (!sameKey(press.key, key)) return false;
  // Symbols such as ? and + need Shift on some keyboards and not on others.
  return isSign(key) || press.shiftKey === parts.includes('Shift');
}

/** The keys of a shortcut for people: `Ctrl+Shift+Z`, `⌘⇧Z`. */
export function showShortcut(shortcut: string, isMac: boolean): string {
  const names = splitShortcut(shortcut).map((part) => showKey(part, isMac));
  return names.join(isMac ? '' : '+');
}

function splitShortcut(shortcut: string): string[] {
  return shortcut === '+' || shortcut.endsWith('++')
    ? [...shortcut.slice(0, -1).split('+').filter(Boolean), '+']
    : shortcut.split('+');
}

function sameKey(pressed: string, key: string): boolean {
  return pressed.toLowerCase() === key.toLowerCase() || (key === 'Delete' && pressed === 'Backspace');
}

function isSign(key: string): boolean {
  return key.length === 1 && !/[a-z0-9]/i.test(key);
}

const MAC_NAMES: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Delete: '⌫',
  Enter: '⏎',
};
const NAMES: Readonly<Record<string, string>> = { Mod: 'Ctrl', Delete: 'Del' };
const ARROWS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function showKey(part: string, isMac: boolean): string {
  return (isMac ? MAC_NAMES : NAMES)[part] ?? ARROWS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
}
