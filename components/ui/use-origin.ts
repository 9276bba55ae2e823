'use client';

import { useSyncExternalStore } from 'react';

const NEVER = () => () => {};

/** Origin of this page; empty while the server draws it. */
export function useOrigin(): string {
  return useSyncExternalStore(
    NEVER,
    () => window.location.origin,
    () => '',
  );
}
