'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { createObservable } from '@/components/ui/observable';

/** A panel's size in pixels, kept in this browser. */
export interface PanelSize {
  readonly size: number;
  setSize(size: number): void;
}

export interface PanelLimits {
  readonly first: number;
  readonly min: number;
  readonly max: number;
}

/** Grows when any panel is resized, so that everyone who shows a size looks again. */
const changes = createObservable(0);
const sizes = new Map<string, number>();

/** Remembers how large a panel was made. */
export function usePanelSize(name: string, { first, min, max }: PanelLimits): PanelSize {
  const key = `pipewright.size.${name}`;
  const read = () => sizes.get(key) ?? readKept(key) ?? first;
  const kept = useSyncExternalStore(changes.subscribe, read, () => first);
  const setSize = useCallback(
    (next: number) => {
      const limited = Math.round(Math.min(max, Math.max(min, next)));
      sizes.set(key, limited);
      keep(key, limited);
      changes.set(changes.get() + 1);
    },
    [key, min, max],
  );
  return { size: Math.min(max, Math.max(min, kept)), setSize };
}

function readKept(key: string): number | undefined {
  try {
    const value = Number(window.localStorage.getItem(key));
    const size = Number.isFinite(value) && value > 0 ? value : undefined;
    if (size !== undefined) sizes.set(key, size);
    return size;
  } catch {
    // Storage is switched off in this browser.
    return undefined;
  }
}

function keep(key: string, size: number): void {
  try {
    window.localStorage.setItem(key, String(size));
  } catch {
    // Storage is full or switched off: the size lasts as long as the page.
  }
}
