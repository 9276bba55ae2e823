import { type RunSweepOptions, sweepRuns } from './sweep-runs';

/** Interval of sweeps, in ms. */
const EVERY_MS = 600_000;

/** Delay of the first sweep, in ms, so that it does not slow the start of the server. */
const FIRST_MS = 30_000;

/**
 * Removes old runs in the background.
 * @returns a function that stops, after waiting for an active transaction
 */
export function startRemovingRuns(
  options: RunSweepOptions & { readonly report: (error: unknown, what: string) => void },
): () => Promise<void> {
  const stop = new AbortController();
  let sweeping: Promise<void> | undefined;
  const run = () => {
    sweeping ??= sweepRuns(options, stop.signal)
      .then(
        () => undefined,
        (error: unknown) => options.report(error, 'Old runs could not be removed'),
      )
      .finally(() => {
        sweeping = undefined;
      });
  };
  const first = setTimeout(run, FIRST_MS);
  const timer = setInterval(run, EVERY_MS);
  first.unref();
  timer.unref();
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    stop.abort();
    await sweeping;
  };
}
