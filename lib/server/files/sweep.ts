import type { Sql } from 'postgres';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { expireFiles } from '../store/files';
import { unreferenced } from '../store/unreferenced';

const DAY_MS = 86_400_000;

/**
 * How long a blob may be without a reference, in ms: far longer than any operation that puts a blob and then
 * refers to it.
 */
const GRACE_MS = 3_600_000;

/** Interval of sweeps, in ms. */
const EVERY_MS = 3_600_000;

/** Files expired in one statement, so that no lock is held for long. */
const EXPIRED_PER_STATEMENT = 500;

/** Blobs checked in one statement. */
const CHECKED_PER_STATEMENT = 1000;

export interface SweepOptions {
  readonly sql: Sql;
  readonly blobs: BlobStore;
  /** Age at which files expire, in days. */
  readonly keepDays: number;
  readonly now: () => Date;
}

export interface Swept {
  readonly expiredFiles: number;
  readonly removedBlobs: number;
}

/** Expires files by age, then removes unreferenced contents. Concurrent sweeps are safe. */
export async function sweep(options: SweepOptions, signal: AbortSignal): Promise<Swept> {
  const { blobs, now } = options;
  const grace = new Date(now().getTime() - GRACE_MS);
  const expiredFiles = await expire(options, signal);
  let removedBlobs = 0;
  for await (const hashes of blobs.older(grace)) {
    for (let from = 0; from < hashes.length; from += CHECKED_PER_STATEMENT) {
      if (signal.aborted) return { expiredFiles, removedBlobs };
      removedBlobs += await removeUnused(options, hashes.slice(from, from + CHECKED_PER_STATEMENT), grace);
    }
  }
  await blobs.tidy(grace);
  return { expiredFiles, removedBlobs };
}

async function expire({ sql, keepDays, now }: SweepOptions, signal: AbortSignal): Promise<number> {
  const before = new Date(now().getTime() - keepDays * DAY_MS);
  let total = 0;
  while (!signal.aborted) {
    const count = await expireFiles(sql, { before, limit: EXPIRED_PER_STATEMENT });
    total += count;
    if (count < EXPIRED_PER_STATEMENT) break;
  }
  return total;
}

async function removeUnused({ sql, blobs }: SweepOptions, hashes: readonly string[], before: Date) {
  let removed = 0;
  for (const sha256 of await unreferenced(sql, hashes)) {
    if (await blobs.deleteOlder(sha256, before)) removed += 1;
  }
  return removed;
}

/**
 * Sweeps now and every hour.
 * @returns a function that stops, after waiting for an active sweep
 */
export function startSweeping(
  options: SweepOptions & { readonly report: (error: unknown, what: string) => void },
): () => Promise<void> {
  const stop = new AbortController();
  let sweeping: Promise<void> | undefined;
  const run = () => {
    sweeping ??= sweep(options, stop.signal)
      .then(
        () => undefined,
        (error: unknown) => options.report(error, 'Stored files could not be swept'),
      )
      .finally(() => {
        sweeping = undefined;
      });
  };
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await sweeping;
  };
}
