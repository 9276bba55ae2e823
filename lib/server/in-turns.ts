import type { Drive, Pausing } from '@/engine';

/** Longest time that long work of this process occupies the thread in one turn of the event loop, in ms. */
const TURN_MS = 1;

/** From this much thread time on, the work of a run counts as long, in ms. */
const LONG_MS = 10;

/** How long others count as busy after their last activity, in ms: about one statement of the database. */
const BUSY_MS = 10;

/** How long long work pauses after each of its turns while others are busy, in ms. */
const PAUSE_MS = 6;

/** The thread time that the work of one run, or other owner, has used. */
export interface ThreadTime {
  ms: number;
}

/** A job that runs in slices. */
interface Job {
  /** Runs until the time is up. @returns whether the job is complete */
  readonly advance: (until: number) => boolean;
  readonly time: ThreadTime;
}

const waiting = new Set<Job>();

/** A slice has run, and other events are served before the next one. */
let isResting = false;

/** Ends the pause of long work, the only work that is waiting. */
let pause: NodeJS.Timeout | undefined;

let activeAt = Number.NEGATIVE_INFINITY;
let longTurnEndedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs long work in slices of a millisecond, so that requests and events are served in between. All jobs share
 * one slice per turn; the owner with the least time used is served first, so that short work is done soon.
 */
export const inTurns: Drive = (work) => advanceInTurns({ ms: 0 }, work);

/** As `inTurns` for the work of one owner, whose thread time is added up. */
export function turnsOf(time: ThreadTime): Drive {
  return (work) => advanceInTurns(time, work);
}

/** Notes activity of short work: for the next milliseconds, long work pauses between its turns. */
export function noteActivity(time: ThreadTime = { ms: 0 }): void {
  if (!isLong(time)) activeAt = performance.now();
}

function advanceInTurns<T>(time: ThreadTime, work: Pausing<T>): Promise<T> {
  return new Promise<T>((done, failed) => {
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
    noteActivity(time);
    waiting.add({ advance, time });
    if (!isResting && (pause === undefined || !isLong(time))) takeTurn(false);
  });
}

/** @param isImmediate it begins after the poll for events, not among the events themselves */
function takeTurn(isImmediate: boolean): void {
  clearTimeout(pause);
  pause = undefined;
  const until = performance.now() + TURN_MS;
  let now = performance.now();
  for (let job = nextJob(now); job && now < until; job = nextJob(now)) {
    const start = now;
    if (job.advance(until)) waiting.delete(job);
    now = performance.now();
    job.time.ms += now - start;
    if (isLong(job.time)) longTurnEndedAt = now;
  }
  if (now >= until) {
    isResting = true;
    // An immediate of a turn among events comes before the next poll.
    setImmediate(isImmediate ? resume : () => setImmediate(resume));
  } else if (waiting.size > 0) pause = setTimeout(resume, PAUSE_MS);
}

function resume(): void {
  isResting = false;
  if (waiting.size > 0) takeTurn(true);
}

/** The job of the owner who has used the least time; none while long work pauses. */
function nextJob(now: number): Job | undefined {
  let least: Job | undefined;
  for (const job of waiting) {
    if (!least || job.time.ms < least.time.ms) least = job;
  }
  return least && isLong(least.time) && mustPause(now) ? undefined : least;
}

function isLong({ ms }: ThreadTime): boolean {
  return ms > LONG_MS;
}

function mustPause(now: number): boolean {
  return now - activeAt < BUSY_MS && now - longTurnEndedAt < PAUSE_MS;
}
