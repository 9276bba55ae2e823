import type { Clock } from '@/engine/ports';

/** A real clock that can skip to the next timer. */
export function eagerClock(): Clock & { skip(): void } {
  let ahead = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  const now = () => Date.now() + ahead;
  return {
    now: () => new Date(now()),
    at(instant, callback) {
      const timer = { at: instant.getTime(), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    skip() {
      let next: { readonly at: number; readonly callback: () => void } | undefined;
      for (const timer of timers) if (!next || timer.at < next.at) next = timer;
      if (!next) return;
      ahead += Math.max(0, next.at - now());
      timers.delete(next);
      next.callback();
    },
  };
}
