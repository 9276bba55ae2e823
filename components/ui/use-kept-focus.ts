'use client';

import { type RefObject, useEffect, useRef } from 'react';

/** A button that takes the focus when a list has changed and what had the focus is no longer there. */
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
