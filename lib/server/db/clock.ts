import { performance } from 'node:perf_hooks';
import type { Sql } from 'postgres';
import type { Clock } from '@/engine/ports';

/** How often the database is asked for its time, in ms; also the longest that a timer sleeps without a look. */
const SYNC_MS = 10_000;

/** Readings that count. The best of a minute is nearest: an answer that took long tells of an earlier time. */
const READINGS = 6;

/** Readings before it is first used: while a process loads and connects, an answer waits long to be heard. */
const FIRST_READINGS = 3;

/** Where the time comes from. */
interface Sources {
  /** What the database's clock shows, in ms since 1970. */
  readonly read: () => Promise<number>;
  /** Milliseconds that only ever grow, whoever sets the host's clock. */
  readonly monotonic: () => number;
}

/** A clock that must be stopped. */
export interface DatabaseClock extends Clock {
  /** Asks for the time now. @throws what reading throws; the clock then goes on by itself */
  sync(): Promise<void>;
  stop(): void;
}

/**
 * The database's clock, read now and then, and carried on by the host's monotonic one in between: all workers agree on
 * the time, and nobody who sets a host's clock lets a wait end early or never. It is a little behind, never ahead.
 * @throws what the first reading throws
 */
export async function createDatabaseClock(sources: Sources): Promise<DatabaseClock> {
  const { read, monotonic } = sources;
  /** Database time less monotonic time, newest last. */
  let offsets: number[] = [];
  const sync = async () => {
    const time = await read();
    // As of the answer, not of the question: so the clock is never ahead.
    offsets = [...offsets, time - monotonic()].slice(-READINGS);
  };
  const now = () => Math.floor(Math.max(...offsets) + monotonic());
  for (let reading = 0; reading < FIRST_READINGS; reading += 1) await sync();
  // Without an answer it goes on by itself, as good as the monotonic clock.
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
