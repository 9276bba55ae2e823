import { useEffect } from 'react';

/** Returns the focus to what opened a panel when the panel closes. @param fallback when that is gone or hidden */
export function useReturnFocus(opener: Element | undefined, fallback: (() => void) | undefined): void {
  // The focus of the page. It is on the body once the focused element was removed; elsewhere, a person has moved it.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement) opener.focus();
      if (document.activeElement === document.body) fallback?.();
    },
    [opener, fallback],
  );
}
