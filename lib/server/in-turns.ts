import type { Drive, Pausing } from '@/engine';

/** Longest time that long work of this process occupies the thread in one turn of the event loop, in ms. */
const TURN_MS = 1;

/** A job that runs in slices. */
interface Job {
  /** Runs until the time is up. @returns whether the job is complete */
  readonly advance: (until: number) => boolean;
  /** Thread time used so far, in ms. */
  used: number;
}

const waiting = new Set<Job>();

/** A slice has run, and the event loop has not turned since. */
let isResting = false;

/**
 * Runs long work in slices of a few milliseconds, so that requests and events are served in between. All jobs share
 * one slice per turn; the job with the least time used runs first, so that short jobs finish soon.
 */
export const inTurns: Drive = <T>(work: Pausing<T>) =>
  new Promise<T>((done, failed) => {
    const advance = (until: number): boolean => {
      try {
        do {
          const part = work.next();
          if (!part.done) continue;
          done(part.value);
          return true;
        } while (performance.now() < until);
        return false;
      } catch (error) {
        failed(error);
        return true;
      }
    };
    waiting.add({ advance, used: 0 });
    if (!isResting) takeTurn(false);
  });

/** @param isImmediate it begins after the poll for events, not among the events themselves */
function takeTurn(isImmediate: boolean): void {
  const start = performance.now();
  const until = start + TURN_MS;
  for (let from = start; waiting.size > 0 && from < until; ) {
    const job = leastServed();
    const isDone = job.advance(until);
    if (isDone) waiting.delete(job);
    const now = performance.now();
    job.used += now - from;
    from = now;
  }
  if (waiting.size === 0 && performance.now() < until) return;
  isResting = true;
  // An immediate of a turn among events comes before the next poll.
  setImmediate(isImmediate ? resume : () => setImmediate(resume));
}

function resume(): void {
  isResting = false;
  if (waiting.size > 0) takeTurn(true);
}

function leastServed(): Job {
  const [first, ...others] = waiting;
  if (!first) throw new Error('A slice runs only while a job is waiting.');
  return others.reduce((least, job) => (job.used < least.used ? job : least), first);
}
