import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE_NAME } from './connection';
import { createData } from './initdb';
import { type LaunchRequest, launch, type ServerHandle } from './launch';
import { reclaimOrRefuse } from './leftovers';
import { rotateLog } from './log';
import { hasData } from './place';
import { type EmbeddedOptions, notifierOf, prepare } from './prepare';
import { withStartLock } from './start-lock';

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 30_000;

/** A running bundled PostgreSQL that this process owns. */
export interface EmbeddedServer {
  /** Folder of its Unix socket, which clients use as host. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Stops the server. Close connections first. */
  stop(): Promise<void>;
}

async function createDatabase({ session: { sql } }: ServerHandle): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE_NAME}`;
  if (found.length === 0) await sql`create database ${sql(DATABASE_NAME)}`;
}

/** Restarts the server, with growing delays, when it exits unexpectedly. */
class Supervisor {
  readonly #request: LaunchRequest;
  readonly #notify: (line: string) => void;
  readonly #stopping = new AbortController();
  #server: ServerHandle | undefined;
  #restarting: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(request: LaunchRequest, notify: (line: string) => void) {
    this.#request = request;
    this.#notify = notify;
  }

  async start(): Promise<void> {
    const { folders, place, binaries } = this.#request;
    const server = await withStartLock(folders.socket, async () => {
      await reclaimOrRefuse(folders);
      await rotateLog(place.log);
      if (!(await hasData(place))) await createData(place, binaries);
      return launch(this.#request);
    });
    await createDatabase(server).catch(async (error: unknown) => {
      await this.#end(server);
      throw error;
    });
    this.#server = server;
    void server.exited.then(() => {
      if (!this.#stopping.signal.aborted) this.#restarting = this.#restart(server);
    });
  }

  async #end(server: ServerHandle): Promise<void> {
    await server.session.release();
    await server.stop();
  }

  async #restart(server: ServerHandle): Promise<void> {
    this.#notify('PostgreSQL exited unexpectedly. Restarting it.');
    this.#server = undefined;
    await this.#end(server);
    for (let pause = FIRST_BACKOFF_MS; ; pause = Math.min(pause * 2, LAST_BACKOFF_MS)) {
      const { signal } = this.#stopping;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.start();
        return;
      } catch (error) {
        this.#notify(error instanceof Error ? error.message : String(error));
      }
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopOnce();
    return this.#stopped;
  }

  async #stopOnce(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    if (this.#server) await this.#end(this.#server);
  }
}

/**
 * Starts the bundled PostgreSQL on a data folder and keeps it running until it is stopped or this process ends.
 * @throws EmbeddedServerError when another process uses the folder, or the server cannot run
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const notify = notifierOf(options);
  const request = await prepare(options);
  const supervisor = new Supervisor(request, notify);
  await supervisor.start();
  return {
    host: request.folders.socket,
    user: DATABASE_NAME,
    database: DATABASE_NAME,
    stop: () => supervisor.stop(),
  };
}
