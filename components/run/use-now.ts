'use client';

import { useSyncExternalStore } from 'react';

/** Everyone who shows time shares one timer per pace, so that all of it ticks together. */
function createTicker(everyMs: number) {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = Date.now();
  const tick = () => {
    now = Date.now();
    for (const listener of [...listeners]) listener();
  };
  return {
    getNow: () => now,
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const TICKERS = { second: createTicker(1000), tenth: createTicker(100) };

const STOPPED = () => () => {};

/** This machine's clock, renewed once a second or ten times a second; it stands still with `undefined`. */
export function useNow(pace: keyof typeof TICKERS | undefined): number {
  const ticker = TICKERS[pace ?? 'second'];
  return useSyncExternalStore(pace ? ticker.subscribe : STOPPED, ticker.getNow, ticker.getNow);
}
