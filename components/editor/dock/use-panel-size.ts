'use client';

import { useCallback, useState } from 'react';

/** A panel's size in pixels, kept in this browser. */
export interface PanelSize {
  readonly size: number;
  setSize(size: number): void;
}

/** Remembers how large a panel was made. `limit` keeps it sensible on every page. */
export function usePanelSize(name: string, first: number, limit: (size: number) => number): PanelSize {
  const key = `pipewright.size.${name}`;
  const [size, setState] = useState(() => limit(read(key) ?? first));
  const setSize = useCallback(
    (next: number) => {
      const limited = Math.round(limit(next));
      setState(limited);
      write(key, limited);
    },
    [key, limit],
  );
  return { size, setSize };
}

function read(key: string): number | undefined {
  if (typeof window === 'undefined') return undefined;
  try {
    const value = Number(window.localStorage.getItem(key));
    return Number.isFinite(value) && value > 0 ? value : undefined;
  } catch {
    // Storage is switched off in this browser.
    return undefined;
  }
}

function write(key: string, size: number): void {
  try {
    window.localStorage.setItem(key, String(size));
  } catch {
    // Storage is full or switched off: the size lasts as long as the page.
  }
}
