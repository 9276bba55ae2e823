import type { FeedClock } from '@/client/feed';

/** A clock that tests advance. */
export interface FakeClock extends FeedClock {
  advance(ms: number): void;
  /** Number of pending timers. */
  readonly waiting: number;
}

/** Creates a clock at 0. */
export function createFakeClock(): FakeClock {
  let now = 0;
  let calls: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    after(ms, callback) {
      const call = { at: now + ms, callback };
      calls.push(call);
      return () => {
        calls = calls.filter((other) => other !== call);
      };
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = calls.filter((call) => call.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        calls = calls.filter((call) => call !== due);
        now = due.at;
        due.callback();
      }
      now = end;
    },
    get waiting() {
      return calls.length;
    },
  };
}
