import { useRef } from 'react';

/**
 * Returns the focus from a dialog to what opened it. Radix returns it only to a trigger inside its root, and these dialogs are
 * opened by state. Pass the result to the content.
 */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What the dialog did may have moved the focus, for example into a new row.
      if (document.activeElement !== document.body) return;
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}

/** The element that had the focus; of an item of a menu, which is closing, the button of the menu. */
function openerOf(focused: Element | null): Element | null {
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : (focused ?? null);
}
