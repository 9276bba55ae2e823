/**
 * The instants at which something is due, to the second or coarser. Both functions return a strictly later or earlier
 * instant.
 */
export interface Timetable {
  /** The first due time after an instant; undefined when there is none. */
  after(instant: Date): Date | undefined;
  /** The last due time before an instant; undefined when there is none. */
  before(instant: Date): Date | undefined;
}

/** Due at `from` and at an interval of elapsed seconds after it, independent of time zones. */
export function everySeconds(seconds: number, from: Date): Timetable {
  const step = seconds * 1000;
  const start = from.getTime();
  const at = (turn: number) => (turn < 0 ? undefined : new Date(start + turn * step));
  return {
    after: (instant) => at(Math.max(0, Math.floor((instant.getTime() - start) / step) + 1)),
    before: (instant) => at(Math.ceil((instant.getTime() - start) / step) - 1),
  };
}

/** Due once. */
export function onceAt(at: Date): Timetable {
  return {
    after: (instant) => (at > instant ? at : undefined),
    before: (instant) => (at < instant ? at : undefined),
  };
}

/** The next few due times after an instant. */
export function nextTimes(timetable: Timetable, after: Date, count: number): Date[] {
  const times: Date[] = [];
  for (let next = timetable.after(after); next && times.length < count; next = timetable.after(next)) {
    times.push(next);
  }
  return times;
}
