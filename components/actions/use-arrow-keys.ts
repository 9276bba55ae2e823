'use client';

import { type KeyboardEvent, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Moves the focus between the links of a list with the arrow keys; `enter` is for the search field above it. */
export function useArrowKeys<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])];
  return {
    list,
    /** Goes from one link to the next. */
    onListKeyDown(event: KeyboardEvent) {
      const by = STEPS[event.key];
      const focused = document.activeElement;
      const at = focused instanceof HTMLElement ? links().indexOf(focused) : -1;
      if (by === undefined || at < 0) return;
      event.preventDefault();
      links()[Math.max(0, at + by)]?.focus();
    },
    /** Goes down into the list, or opens its first entry. */
    onSearchKeyDown(event: KeyboardEvent) {
      const [first] = links();
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        first?.focus();
      }
      if (event.key === 'Enter') first?.click();
    },
  };
}
