'use client';

import { useSyncExternalStore } from 'react';

/** The size assumed on the server and in the first render: a common laptop. */
const ASSUMED = '1440 900';

/** Width and height of the page in pixels. */
export function usePageSize(): { readonly width: number; readonly height: number } {
  const text = useSyncExternalStore(subscribe, read, () => ASSUMED);
  const [width = 0, height = 0] = text.split(' ').map(Number);
  return { width, height };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

function read(): string {
  return `${window.innerWidth} ${window.innerHeight}`;
}
