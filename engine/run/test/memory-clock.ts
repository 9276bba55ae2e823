import type { Clock } from '../../ports';

/** A clock that moves only when it is advanced. */
export interface MemoryClock extends Clock {
  /** Advances the time and runs due callbacks in order. */
  advance(ms: number): void;
  /** Instants of pending callbacks, earliest first. */
  readonly due: Date[];
}

export function memoryClock(start = new Date('2026-01-01T00:00:00.000Z')): MemoryClock {
  let now = start.getTime();
  const timers = new Set<{ readonly instant: number; readonly callback: () => void }>();
  const inOrder = () => [...timers].sort((a, b) => a.instant - b.instant);
  return {
    now: () => new Date(now),
    at(instant, callback) {
      const timer = { instant: instant.getTime(), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (let next = inOrder()[0]; next && next.instant <= end; next = inOrder()[0]) {
        timers.delete(next);
        now = Math.max(now, next.instant);
        next.callback();
      }
      now = end;
    },
    get due() {
      return inOrder().map(({ instant }) => new Date(instant));
    },
  };
}
