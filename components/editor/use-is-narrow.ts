'use client';

import { useSyncExternalStore } from 'react';

/** Screens of phones: panels are below each other, and the canvas cannot be edited. */
const NARROW = '(max-width: 699.98px)';

/** Whether the screen is too narrow for panels beside a canvas. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
