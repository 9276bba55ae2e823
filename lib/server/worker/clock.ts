import type { Clock } from '@/engine/ports';

/** Longest delay a Node timer takes, in ms; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  at(instant, callback) {
    let timer: NodeJS.Timeout;
    const arm = () => {
      const left = instant.getTime() - Date.now();
      timer = left > MAX_TIMER_MS ? setTimeout(arm, MAX_TIMER_MS) : setTimeout(callback, Math.max(0, left));
    };
    arm();
    return () => clearTimeout(timer);
  },
};
