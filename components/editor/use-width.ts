'use client';

import { useSyncExternalStore } from 'react';

/** Classes of screen width. */
export type Width = 'wide' | 'medium' | 'narrow';

const MEDIUM = '(max-width: 1099.98px)';
const NARROW = '(max-width: 699.98px)';

/** Whether the inspector is beside the canvas, over it, or instead of it. */
export function useWidth(): Width {
  return useSyncExternalStore(subscribe, read, () => 'wide');
}

function subscribe(listener: () => void): () => void {
  const queries = [MEDIUM, NARROW].map((query) => window.matchMedia(query));
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

function read(): Width {
  if (window.matchMedia(NARROW).matches) return 'narrow';
  return window.matchMedia(MEDIUM).matches ? 'medium' : 'wide';
}
