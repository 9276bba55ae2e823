'use client';

import { useEffect, useEffectEvent } from 'react';

/** Commands by the key that starts them, without Ctrl, Alt or Meta. */
type Shortcuts = Readonly<Record<string, () => void>>;

const TEXT_FIELDS = 'input, textarea, select, [contenteditable="true"]';
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Runs a command when its key is pressed outside text fields, menus and dialogs. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest(TEXT_FIELDS)) return;
    if (document.querySelector(LAYERS)) return;
    const command = shortcuts[event.key.toLowerCase()];
    if (!command) return;
    event.preventDefault();
    command();
  });

  // The document receives the keys.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
