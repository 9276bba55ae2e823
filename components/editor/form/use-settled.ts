'use client';

import { useEffect, useState } from 'react';

/** The value once it has stayed the same for a while (ms): what is said of a text waits until its author pauses. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  // A timer of the page.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
