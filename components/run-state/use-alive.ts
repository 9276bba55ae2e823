'use client';

import { useSyncExternalStore } from 'react';

const NEVER = () => () => {};

/** Whether the page is hydrated. Time zone and clock of the reader are known only then. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
}
