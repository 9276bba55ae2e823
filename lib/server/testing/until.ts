import { setTimeout as delay } from 'node:timers/promises';

/** Longest wait for anything that a test expects to happen soon, in ms: long enough for a machine with other work. */
const DEADLINE_MS = 30_000;

const INTERVAL_MS = 10;

type Found<T> = Exclude<T, undefined | false>;

/**
 * Looks again and again until there is something.
 * @param what completes "Waited in vain for"
 * @param find undefined or false as long as there is nothing
 * @throws Error when there is still nothing after the deadline
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
