'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from './observable';

/** All components that show time share one timer per pace, so that they change together. */
function createTicker(everyMs: number) {
  const { add, notify, isEmpty } = createListeners();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = Date.now();
  const tick = () => {
    now = Date.now();
    notify();
  };
  return {
    getNow: () => now,
    subscribe(listener: () => void) {
      const remove = add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        remove();
        if (!isEmpty()) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}

const TICKERS = { tenth: createTicker(100), second: createTicker(1000), slow: createTicker(15_000) };

const STOPPED = () => () => {};

/**
 * This machine's clock in ms since 1970, updated at the given pace; with `undefined` not at all.
 * @param serverNow instant at which the server rendered the page, which the browser uses for its first render
 */
export function useNow(pace: keyof typeof TICKERS | undefined, serverNow?: string): number {
  const ticker = TICKERS[pace ?? 'second'];
  const getServerNow = serverNow === undefined ? ticker.getNow : () => Date.parse(serverNow);
  return useSyncExternalStore(pace ? ticker.subscribe : STOPPED, ticker.getNow, getServerNow);
}

/** The value once it has been unchanged for some ms, for example after a pause of typing. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value);
  // A timer of the page.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
