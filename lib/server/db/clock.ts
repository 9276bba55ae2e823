import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import type { Clock } from '@/engine/ports';

/**
 * Interval of reading the time of the database, in ms; also the longest sleep of a timer before it checks the clock
 * again.
 */
const SYNC_MS = 10_000;

/**
 * Number of readings that count. The fastest of a minute is the most exact: a slow response contains an earlier time.
 */
const READINGS = 6;

/** Readings before the first use: while a process loads and connects, responses are processed late. */
const FIRST_READINGS = 3;

/** Sources of the time. */
interface Sources {
  /** The time of the database, in ms since 1970. */
  readonly read: () => Promise<number>;
  /** A monotonic clock in ms, independent of the host's clock. */
  readonly monotonic: () => number;
}

/** A clock that must be stopped. */
export interface DatabaseClock extends Clock {
  /** Reads the time now. @throws the error of the reading; the clock then continues without it */
  sync(): Promise<void>;
  stop(): void;
}

/**
 * The database's clock, read at an interval and continued by the host's monotonic clock in between. All workers agree
 * on the time, and setting the clock of a host does not change when waits end. It is slightly behind, never ahead.
 * @throws the error of the first reading
 */
export async function createDatabaseClock(sources: Sources): Promise<DatabaseClock> {
  const { read, monotonic } = sources;
  /** Differences of database time and monotonic time, newest last. */
  let offsets: number[] = [];
  const sync = async () => {
    const time = await read();
    // As of the response, not of the request, so that the clock is never ahead.
    offsets = [...offsets, time - monotonic()].slice(-READINGS);
  };
  const now = () => Math.floor(Math.max(...offsets) + monotonic());
  for (let reading = 0; reading < FIRST_READINGS; reading += 1) await sync();
  // Without a response it continues with the monotonic clock.
  const timer = setInterval(() => void sync().catch(() => undefined), SYNC_MS);
  timer.unref();
  return {
    now: () => new Date(now()),
    at(instant, callback) {
      let timeout: NodeJS.Timeout;
      const arm = (): void => {
        const left = instant.getTime() - now();
        if (left <= 0) timeout = setTimeout(callback, 0);
        else timeout = setTimeout(arm, Math.min(left, SYNC_MS));
      };
      arm();
      return () => clearTimeout(timeout);
    },
    sync,
    stop: () => clearInterval(timer),
  };
}

/** The clock of the database behind a pool. */
export function clockOf(sql: Sql): Promise<DatabaseClock> {
  return createDatabaseClock({
    read: async () => {
      const [row] = await sql<{ ms: number }[]>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
      if (!row) throw new Error('The database did not return its time.');
      return row.ms;
    },
    monotonic: () => performance.now(),
  });
}
