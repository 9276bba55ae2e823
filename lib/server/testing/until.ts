import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait of a test, in ms: long enough for a loaded machine. */
const DEADLINE_MS = 60_000;

const INTERVAL_MS = 10;

type Found<T> = Exclude<T, undefined | false>;

/**
 * Calls `find` repeatedly until it returns a value.
 * @param what completes the message "Waited in vain for"
 * @param find returns undefined or false while there is no value
 * @throws Error when there is no value at the deadline
 */
export async function until<T>(what: string, find: () => T | Promise<T>): Promise<Found<T>> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    const found = await find();
    if (found !== undefined && found !== false) return found as Found<T>;
    await delay(INTERVAL_MS);
  }
  throw new Error(`Waited in vain for ${what}.`);
}
