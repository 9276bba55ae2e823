/** Largest value that templates and controls build, and largest output of a run, in bytes of JSON text. */
export const MAX_VALUE_BYTES = 10_000_000;

/** Largest list of results of a loop, and the most that all outputs of a run are together, in bytes of JSON text. */
export const MAX_RESULTS_BYTES = 64_000_000;

/** Most that one run holds: params, resolved inputs, outputs and logs, in bytes of memory. What they share counts once. */
export const MAX_RUN_BYTES = 64_000_000;

/** Most that the expressions of one step read and build before it fails, in bytes: about two seconds of work. */
export const MAX_WORK_BYTES = 256_000_000;

/** Most attempts of one run, iterations included: each is kept in memory as long as the run. */
export const MAX_ATTEMPTS = 200_000;

/** Longest duration of anything, in seconds: 100 years. A much longer one ends after the last instant that a date can be. */
export const MAX_SECONDS = 100 * 365 * 86_400;

/** What a time limit must be, to follow "needs". */
export const TIME_LIMIT_NEEDS = `a number of seconds above 0, at most ${MAX_SECONDS.toLocaleString('en')}`;

/** Whether a written value can be a time limit. */
export function isTimeLimit(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
}

/** Bytes for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  const rounded = Math.round(bytes / 100_000) / 10;
  return `${rounded} MB`;
}
