import type { Clock } from '@/engine/ports';

/** Longest delay of the platform's timers, in ms. */
const MAX_DELAY_MS = 2_147_483_647;

/**
 * The host's clock. Platform timers may fire slightly early or be capped; a callback never runs before its
 * instant.
 */
export const systemClock: Clock = {
  now: () => new Date(),
  at(instant, callback) {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const left = instant.getTime() - Date.now();
      if (left <= 0) timer = setTimeout(callback, 0);
      else timer = setTimeout(arm, Math.min(left, MAX_DELAY_MS));
    };
    arm();
    return () => clearTimeout(timer);
  },
};
