import type { Timetable } from './schedule';

/** A due time that is later than this, in ms, was missed. */
export const MISSED_AFTER_MS = 60_000;

/** Largest number of missed due times that `fire_all` fires: the newest ones. */
export const MAX_MADE_UP = 100;

/** Largest number of missed due times that are counted: more would take long and is not useful. */
const MAX_COUNTED = 1000;

/** Missed due times that are not fired. */
export interface Missed {
  readonly first: Date;
  readonly last: Date;
  /** At most 1,000; then there were more. */
  readonly count: number;
}

/** What to do about a schedule that is due, and when it is due next; undefined when it is never due again. */
export type DueStep =
  | { readonly kind: 'fire'; readonly dueAt: Date; readonly nextAt: Date | undefined }
  | { readonly kind: 'miss'; readonly missed: Missed; readonly nextAt: Date | undefined };

export interface Due {
  readonly timetable: Timetable;
  /** The due time that is next; not after `now`. */
  readonly dueAt: Date;
  readonly now: Date;
  readonly misfire: 'skip' | 'fire_once' | 'fire_all';
}

/**
 * The next step of a schedule that is due: fire one due time, or skip all before the first one that counts. What
 * comes after it may be due as well.
 */
export function dueStep(due: Due): DueStep {
  const { timetable, dueAt } = due;
  const resumeAt = firstCounted(due);
  if (resumeAt !== undefined && resumeAt <= dueAt) {
    return { kind: 'fire', dueAt, nextAt: timetable.after(dueAt) };
  }
  return { kind: 'miss', missed: missedUntil(due, resumeAt), nextAt: resumeAt };
}

/** The first due time that is fired or is in the future; earlier ones are skipped. */
function firstCounted({ timetable, dueAt, now, misfire }: Due): Date | undefined {
  // Strictly after: one that is late by exactly the limit still counts.
  const onTime = timetable.after(new Date(now.getTime() - MISSED_AFTER_MS - 1));
  if (onTime !== undefined && onTime <= dueAt) return dueAt;
  if (misfire === 'skip') return onTime;
  // A run on time replaces the missed ones.
  if (misfire === 'fire_once') return onTime && onTime <= now ? onTime : newestDue(timetable, now);
  let first = newestDue(timetable, now);
  for (let made = 1; made < MAX_MADE_UP && first && first > dueAt; made += 1) {
    first = timetable.before(first);
  }
  return first;
}

function newestDue(timetable: Timetable, now: Date): Date | undefined {
  return timetable.before(new Date(now.getTime() + 1));
}

function missedUntil({ timetable, dueAt, now }: Due, resumeAt: Date | undefined): Missed {
  const isMissed = (time: Date) => time <= now && (resumeAt === undefined || time < resumeAt);
  let count = 1;
  for (let time = timetable.after(dueAt); time && isMissed(time); time = timetable.after(time)) {
    if (count === MAX_COUNTED) break;
    count += 1;
  }
  const end = resumeAt === undefined || resumeAt > now ? new Date(now.getTime() + 1) : resumeAt;
  return { first: dueAt, last: timetable.before(end) ?? dueAt, count };
}

/** Missed due times in one sentence. */
export function missedText({ first, last, count }: Missed): string {
  if (count === 1) return `No server was running at ${first.toISOString()}.`;
  const many = count < MAX_COUNTED ? `${count}` : `${MAX_COUNTED} or more`;
  return `No server was running at ${many} scheduled times from ${first.toISOString()} to ${last.toISOString()}.`;
}
