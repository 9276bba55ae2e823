/** Largest value that templates and controls build, and largest output of a run, in bytes of JSON text. */
export const MAX_VALUE_BYTES = 10_000_000;

/** Largest list of results of a loop, and largest size of all outputs of a run together, in bytes of JSON text. */
export const MAX_RESULTS_BYTES = 64_000_000;

/** Largest memory of one run, in bytes: params, resolved inputs, outputs and logs. Shared values count once. */
export const MAX_RUN_BYTES = 64_000_000;

/** Largest work of the expressions of one step, in bytes that they read and build: about two seconds. */
export const MAX_WORK_BYTES = 256_000_000;

/** Largest number of attempts of one run, including iterations: each stays in memory as long as the run. */
export const MAX_ATTEMPTS = 200_000;

/** Longest duration of anything, in seconds: 100 years. A much longer one ends after the last possible date. */
export const MAX_SECONDS = 100 * 365 * 86_400;

/** The requirement of a time limit, as text after "needs". */
export const TIME_LIMIT_NEEDS = `a number of seconds above 0, at most ${MAX_SECONDS.toLocaleString('en')}`;

/** Whether a written value is a valid time limit. */
export function isTimeLimit(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS;
}

/** Bytes for people: `12.3 MB`. */
export function megabytes(bytes: number): string {
  const rounded = Math.round(bytes / 100_000) / 10;
  return `${rounded} MB`;
}
