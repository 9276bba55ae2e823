import { setTimeout as delay } from 'node:timers/promises';
import { DATABASE_NAME } from './connection';
import { throughGate } from './gate';
import { createData } from './initdb';
import { type LaunchRequest, type Life, launch } from './launch';
import { meetExisting } from './leftovers';
import { rotateLog } from './log';
import { hasData } from './place';
import { type EmbeddedOptions, notifierOf, prepare } from './prepare';

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 30_000;

/** A running built-in PostgreSQL that this process owns. */
export interface EmbeddedServer {
  /** Folder of its unix socket, to be given to clients as the host. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Stops it; connections should be closed before. */
  stop(): Promise<void>;
}

async function createDatabase({ session: { sql } }: Life): Promise<void> {
  const found = await sql`select 1 from pg_database where datname = ${DATABASE_NAME}`;
  if (found.length === 0) await sql`create database ${sql(DATABASE_NAME)}`;
}

/** Keeps one server alive: starts it again, with growing pauses, whenever it ends by itself. */
class Supervisor {
  readonly #request: LaunchRequest;
  readonly #notify: (line: string) => void;
  readonly #stopping = new AbortController();
  #life: Life | undefined;
  #reviving: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(request: LaunchRequest, notify: (line: string) => void) {
    this.#request = request;
    this.#notify = notify;
  }

  async start(): Promise<void> {
    const { folders, place, binaries } = this.#request;
    const life = await throughGate(folders.socket, async () => {
      await meetExisting(folders);
      await rotateLog(place.log);
      if (!(await hasData(place))) await createData(place, binaries);
      return launch(this.#request);
    });
    await createDatabase(life).catch(async (error: unknown) => {
      await this.#end(life);
      throw error;
    });
    this.#life = life;
    void life.exited.then(() => {
      if (!this.#stopping.signal.aborted) this.#reviving = this.#revive(life);
    });
  }

  async #end(life: Life): Promise<void> {
    await life.session.release();
    await life.stop();
  }

  async #revive(life: Life): Promise<void> {
    this.#notify('PostgreSQL ended unexpectedly; starting it again.');
    this.#life = undefined;
    await this.#end(life);
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
    await this.#reviving;
    if (this.#life) await this.#end(this.#life);
  }
}

/**
 * Starts the built-in PostgreSQL on a data folder and keeps it running until stopped, or until this process ends.
 * @throws EmbeddedServerError when the folder is in use by another process, or the server cannot run
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
