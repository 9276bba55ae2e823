import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drive } from '@/engine/pausing';

/** How long one piece of work keeps the thread before others have their turn, in ms. */
const TURN_MS = 10;

/** Does long work, a few milliseconds at a time: requests and events in between are answered. */
export const inTurns: Drive = async (work) => {
  let start = performance.now();
  for (;;) {
    const part = work.next();
    if (part.done) return part.value;
    if (performance.now() - start < TURN_MS) continue;
    await nextTurn();
    start = performance.now();
  }
};
