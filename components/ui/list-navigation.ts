'use client';

import { type KeyboardEvent, useRef } from 'react';

export interface ListPosition {
  /** Index of the active entry; -1 for none. */
  readonly at: number;
  readonly count: number;
  /** Number of entries that PageUp and PageDown skip. @default 8 */
  readonly page?: number;
  /** Whether a text field handles the keys, which keeps its own Home and End. */
  readonly inText?: boolean;
  /** Whether the first entry follows the last. */
  readonly wraps?: boolean;
}

/** The index that a key moves to; undefined for any other key and for an empty list. */
export function listTarget(key: string, position: ListPosition): number | undefined {
  const { at, count, page = 8, inText = false, wraps = false } = position;
  if (count === 0) return undefined;
  const targets: Readonly<Record<string, number | undefined>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    ...(inText ? {} : { Home: 0, End: count - 1 }),
  };
  const target = Object.hasOwn(targets, key) ? targets[key] : undefined;
  if (target === undefined) return undefined;
  return wraps ? (target + count) % count : Math.max(0, Math.min(count - 1, target));
}

const SIDEWAYS: Readonly<Record<string, string | undefined>> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
};

/**
 * Moves the focus among the entries of a list with the arrow keys, also from a search field above it.
 * @param selector of the entries below `list`
 * @param options.sideways the entries are also beside each other
 */
export function useListNavigation<E extends HTMLElement>(
  selector: string,
  { sideways = false }: { readonly sideways?: boolean } = {},
) {
  const list = useRef<E>(null);
  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  return {
    list,
    /** The first entry, for Enter in a search field. */
    first: (): HTMLElement | undefined => entries()[0],
    onKeyDown(event: KeyboardEvent): void {
      const all = entries();
      const focused = document.activeElement;
      const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
      const inText = event.target instanceof HTMLInputElement;
      if (inText && event.key !== 'ArrowDown') return;
      const key = (sideways ? SIDEWAYS[event.key] : undefined) ?? event.key;
      const target = listTarget(key, { at, count: all.length });
      if (target === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      all[target]?.focus();
    },
  };
}

/** The offset by which an arrow key moves an entry in its list; undefined for any other key. */
export function arrowStep(key: string): 1 | -1 | undefined {
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : undefined;
}
