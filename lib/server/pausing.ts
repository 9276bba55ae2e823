import { setTimeout as delay } from 'node:timers/promises';

/** Shortest pause between two units of background work, in ms. */
const LEAST_PAUSE_MS = 2;

/** Pauses after `work` for as long as it took, but not less than 2 ms, so that others can use the disk. */
export async function pausing<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  const took = performance.now() - began;
  // An abort ends the pause and the sweep, which is not a failure.
  await delay(Math.max(LEAST_PAUSE_MS, took), undefined, { signal }).catch(() => undefined);
  return result;
}
