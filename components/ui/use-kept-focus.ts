'use client';

import { type RefObject, useEffect, useRef } from 'react';

/** A button that receives the focus when the focused element was removed from a list. */
export function useKeptFocus(list: readonly unknown[]): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const known = useRef(list);

  // The focus of the page.
  useEffect(() => {
    if (known.current === list) return;
    known.current = list;
    if (document.activeElement === document.body) button.current?.focus();
  }, [list]);

  return button;
}
