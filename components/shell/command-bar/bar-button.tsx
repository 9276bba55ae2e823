'use client';

import { IconButton } from '@/components/ui/icon-button';
import { useShortcutText } from '@/components/ui/use-shortcut-text';
import { useBar } from './bar-context';
import { BAR_SHORTCUT } from './bar-keys';

/** Opens the command bar with the pointer. */
export function BarButton() {
  const bar = useBar();
  const shortcutText = useShortcutText();
  if (bar === undefined) return null;
  return (
    <IconButton
      icon="search"
      label="Go to anything"
      shortcut={shortcutText(BAR_SHORTCUT)}
      aria-haspopup="dialog"
      onClick={() => bar.isOpen.set(true)}
    />
  );
}
