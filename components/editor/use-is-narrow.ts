'use client';

import { useSyncExternalStore } from 'react';
import { useFirstScreen } from '@/components/ui/first-screen-provider';

/** Screens of phones: panels are below each other, and the canvas cannot be edited. */
const LESS_THAN = 700;
const NARROW = `(max-width: ${LESS_THAN - 0.02}px)`;

/** Whether the screen is too narrow for panels beside a canvas. */
export function useIsNarrow(): boolean {
  const { page } = useFirstScreen();
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => page.width < LESS_THAN,
  );
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
