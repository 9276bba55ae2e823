'use client';

import { useSyncExternalStore } from 'react';
import { showShortcut } from './shortcut';

const NEVER = () => () => {};

/** Formats shortcuts for the platform of the browser. */
export function useShortcutText(): (shortcut: string) => string {
  const isMac = useSyncExternalStore(NEVER, readIsMac, () => false);
  return (shortcut) => showShortcut(shortcut, isMac);
}

function readIsMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
