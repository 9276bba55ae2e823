import { useSyncExternalStore } from 'react';
import type { Command } from './commands/command';
import { showShortcut } from './commands/shortcut';

const NEVER = () => () => {};

/** How a command's first shortcut is written on this person's platform. */
export function useShortcutText(): (command: Command) => string | undefined {
  const isMac = useSyncExternalStore(NEVER, readIsMac, () => false);
  return ({ shortcuts: [first] }) => (first === undefined ? undefined : showShortcut(first, isMac));
}

function readIsMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
