import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, compose } from './compose';
import { type Config, ConfigError } from './config';
import { describeTarget } from './db/connect';
import type { Database } from './db/open';
import { DatabaseUrlError } from './db/open-failure';
import { healthRequests } from './http/edge/health-requests';
import { listen } from './http/edge/listen';
import { openDatabase } from './open-database';
import { VERSION } from './release';
import { log } from './report';
import { isTransient, jittered } from './store/retry';

/**
 * How long a worker waits for an unavailable database at start, in ms: as long as a database server needs to start.
 */
const WAIT_FOR_DATABASE_MS = 60_000;

/** Longest delay between two attempts, in ms. */
const TRY_AGAIN_MS = 3000;

/** DNS errors while the host of the database is not known yet. */
const NAME_NOT_KNOWN = ['ENOTFOUND', 'EAI_AGAIN'];

/**
 * Starts a process that only executes runs.
 * @param waitMs how long to wait for a database that does not respond yet
 * @throws ConfigError without DATABASE_URL
 * @throws Error when the database does not respond within that time, or belongs to a newer release
 */
export async function openWorker(config: Config, waitMs = WAIT_FOR_DATABASE_MS): Promise<App> {
  if (config.databaseUrl === undefined) {
    throw new ConfigError(
      'DATABASE_URL must be set for a worker, because only one process can use the bundled database.',
    );
  }
  const database = await reachDatabase(config, config.databaseUrl, waitMs);
  try {
    const app = await compose({ ...config, kind: 'worker', runsWorker: true }, database);
    await listenForHealth(config, app);
    log(
      `Pipewright worker ${VERSION} on ${hostname()} is ready: up to ${config.slots} concurrent runs, from ${database.description}.`,
    );
    return app;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database, and waits for one that does not respond yet. @throws Error when it does not respond in time */
export async function reachDatabase(
  config: Config,
  url: string,
  waitMs = WAIT_FOR_DATABASE_MS,
): Promise<Database> {
  const where = describeTarget({ kind: 'url', url });
  const until = performance.now() + waitMs;
  const seconds = Math.round(waitMs / 1000);
  for (let hasLogged = false; ; hasLogged = true) {
    try {
      return await openDatabase(config);
    } catch (error) {
      if (!isAway(error)) throw error;
      const message = messageOf(error);
      if (performance.now() > until) throw notResponding({ where, seconds, message, cause: error });
      if (!hasLogged) log(`${where} does not respond (${message}). Retrying for ${seconds} s.`);
      await delay(jittered(TRY_AGAIN_MS));
    }
  }
}

/** Serves health checks on PIPEWRIGHT_HEALTH_PORT, if it is set. @throws Error when the port cannot be used */
async function listenForHealth(config: Config, app: App): Promise<void> {
  if (config.healthPort === undefined) return;
  const address = { ...config, port: config.healthPort };
  try {
    await listen(address, app, {
      isDevelopment: false,
      variable: 'PIPEWRIGHT_HEALTH_PORT',
      request: healthRequests(app),
    });
  } catch (error) {
    await app.close();
    throw error;
  }
}

function notResponding(what: { where: string; seconds: number; message: string; cause: unknown }): Error {
  return new Error(
    `${what.where} has not responded for ${what.seconds} s (${what.message}). Start the database, then start this process again.`,
    { cause: what.cause },
  );
}

function messageOf(error: unknown): string {
  if (error instanceof DatabaseUrlError) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return isTransient(error) || NAME_NOT_KNOWN.some((each) => each === code);
}
