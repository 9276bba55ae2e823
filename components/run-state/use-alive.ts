'use client';

import { useSyncExternalStore } from 'react';

const NEVER = () => () => {};

/** False while the server draws the page and while the browser takes it over; true from then on. Zone and clock of the reader are known only then. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}
