import { useEffect } from 'react';
import { matchesShortcut } from '@/components/ui/shortcut';
import type { Bar } from './bar-context';

/** The keys of the command bar, which work on every page and in text fields. */
export const BAR_SHORTCUT = 'Mod+K';

const OTHER_LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Opens and closes the bar with its keys. Over an open dialog it stays closed. */
export function useBarKeys({ isOpen }: Bar): void {
  // The window receives the keys.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || !matchesShortcut(event, BAR_SHORTCUT)) return;
      // Browsers use the keys for their address bar.
      event.preventDefault();
      event.stopPropagation();
      if (isOpen.get()) isOpen.set(false);
      else if (document.querySelector(OTHER_LAYERS) === null) isOpen.set(true);
    };
    // Before text and code editors, which use the keys to delete to the end of a line or to add a link.
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOpen]);
}
