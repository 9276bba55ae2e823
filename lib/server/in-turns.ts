import type { Drive, Pausing } from '@/engine';

/** Longest time that long work of this process occupies the thread in one turn of the event loop, in ms. */
const TURN_MS = 1;

/** Work of an owner who has used more thread time than this makes room for work of the others, in ms. */
const LONG_MS = 10;

/** How long others count as busy after they were last seen, in ms: about one statement of the database. */
const BUSY_MS = 10;

/** While others are busy, long work leaves them this much time after each of its turns, in ms. */
const ROOM_MS = 6;

/** Thread time that the long work of one owner, such as a run, has used, in ms. */
export interface Account {
  used: number;
}

/** A job that runs in slices. */
interface Job {
  /** Runs until the time is up. @returns whether the job is complete */
  readonly advance: (until: number) => boolean;
  readonly account: Account;
}

const waiting = new Set<Job>();

/** What the event loop does before the next turn: nothing, one round of other events, or a pause for others. */
let rest: 'none' | 'round' | 'pause' = 'none';

let othersSeenAt = Number.NEGATIVE_INFINITY;
let longTurnEndedAt = Number.NEGATIVE_INFINITY;

/**
 * Runs long work in slices of a millisecond, so that requests and events are served in between. All jobs share
 * one slice per turn; the owner with the least time used is served first, so that short work is done soon.
 */
export const inTurns: Drive = (work) => share({ used: 0 }, work);

/** As `inTurns` for the work of one owner, whose time is counted together. */
export function turnsOf(account: Account): Drive {
  return (work) => share(account, work);
}

/** Long work of other owners leaves room for the next milliseconds: this owner's work goes on after short waits. */
export function noteActivity(account: Account = { used: 0 }): void {
  if (!isLong(account)) othersSeenAt = performance.now();
}

function share<T>(account: Account, work: Pausing<T>): Promise<T> {
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
    noteActivity(account);
    waiting.add({ advance, account });
    if (rest === 'none' || (rest === 'pause' && !isLong(account))) takeTurn(false);
  });
}

/** @param isImmediate it begins after the poll for events, not among the events themselves */
function takeTurn(isImmediate: boolean): void {
  const start = performance.now();
  const until = start + TURN_MS;
  for (let from = start; from < until; ) {
    const job = nextJob(from);
    if (!job) break;
    const isDone = job.advance(until);
    if (isDone) waiting.delete(job);
    const now = performance.now();
    job.account.used += now - from;
    if (isLong(job.account)) longTurnEndedAt = now;
    from = now;
  }
  if (rest !== 'pause') restAfter(until, isImmediate);
}

function restAfter(until: number, isImmediate: boolean): void {
  const now = performance.now();
  if (now < until && waiting.size === 0) return;
  if (now < until) {
    rest = 'pause';
    setTimeout(resume, ROOM_MS);
    return;
  }
  rest = 'round';
  // An immediate of a turn among events comes before the next poll.
  setImmediate(isImmediate ? resume : () => setImmediate(resume));
}

function resume(): void {
  rest = 'none';
  if (waiting.size > 0) takeTurn(true);
}

/** The job of the owner who has used the least time; none while long work leaves room. */
function nextJob(now: number): Job | undefined {
  let least: Job | undefined;
  for (const job of waiting) {
    if (!least || job.account.used < least.account.used) least = job;
  }
  return least && isLong(least.account) && leavesRoom(now) ? undefined : least;
}

function isLong({ used }: Account): boolean {
  return used > LONG_MS;
}

function leavesRoom(now: number): boolean {
  return now - othersSeenAt < BUSY_MS && now - longTurnEndedAt < ROOM_MS;
}
