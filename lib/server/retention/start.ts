import type { Sql } from 'postgres';
import type { KeepRule } from './keep-rule';
import { sweepRuns } from './sweep-runs';

/** Interval of sweeps, in ms. */
const EVERY_MS = 600_000;

/** Delay of the first sweep, in ms, so that it does not slow the start of the server. */
const FIRST_REMOVAL_MS = 30_000;

export interface RemovalOptions {
  readonly sql: Sql;
  /** As in `RunSweepOptions`. */
  readonly runsKeep: KeepRule;
  readonly versionsKeep: number;
  /** @default `FIRST_REMOVAL_MS` */
  readonly firstRemovalMs?: number;
  readonly report: (error: unknown, what: string) => void;
}

/**
 * Removes old runs in the background.
 * @returns a function that stops, after waiting for an active transaction
 */
export function startRemovingRuns(options: RemovalOptions): () => Promise<void> {
  const { sql, runsKeep: keep, versionsKeep: keepVersions } = options;
  const stop = new AbortController();
  let sweeping: Promise<void> | undefined;
  const run = () => {
    sweeping ??= sweepRuns({ sql, keep, keepVersions }, stop.signal)
      .then(
        () => undefined,
        (error: unknown) => options.report(error, 'Old runs could not be removed'),
      )
      .finally(() => {
        sweeping = undefined;
      });
  };
  const first = setTimeout(run, options.firstRemovalMs ?? FIRST_REMOVAL_MS);
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
