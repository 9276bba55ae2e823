import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPackage, prepareBinaries } from './binaries';
import { DATABASE_NAME } from './connection';
import { EmbeddedServerError } from './error';
import { throughGate } from './gate';
import { createData } from './initdb';
import { type LaunchRequest, type Life, launch } from './launch';
import { meetExisting } from './leftovers';
import { rotateLog } from './log';
import { choosePlace, hasData, SYSTEM_FOLDER } from './place';
import { prepareSocketFolder } from './socket';

const FIRST_BACKOFF_MS = 100;
const LAST_BACKOFF_MS = 30_000;
const LITTLE_SPACE_BYTES = 300 * 1024 * 1024;

/** Where and how to run the built-in PostgreSQL. */
export interface EmbeddedOptions {
  /** The data folder, absolute; created when missing. */
  readonly root: string;
  /** The folder whose node_modules have the programs. @default the working folder */
  readonly project?: string;
  /** Receives one line about things a person should know. @default standard error */
  readonly notify?: (line: string) => void;
  /** Where root puts what its unprivileged account cannot reach. @default "/var/lib/pipewright" */
  readonly systemFolder?: string;
}

/** A running built-in PostgreSQL that this process owns. */
export interface EmbeddedServer {
  /** Folder of its unix socket, to be given to clients as the host. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Stops it; connections should be closed before. */
  stop(): Promise<void>;
}

function toStandardError(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function warnWhenFull(root: string, notify: (line: string) => void): Promise<void> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize >= LITTLE_SPACE_BYTES) return;
  notify(`Only ${Math.floor((bavail * bsize) / 1024 / 1024)} MB are free on the disk of ${root}.`);
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

async function prepare(options: EmbeddedOptions, notify: (line: string) => void): Promise<LaunchRequest> {
  if (process.platform === 'win32') {
    throw new EmbeddedServerError(
      'The built-in PostgreSQL runs on Linux and macOS only: set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
  const { root, project = process.cwd(), systemFolder = SYSTEM_FOLDER } = options;
  const pack = await findPackage(project);
  const place = await choosePlace({ root, major: pack.major, systemFolder, notify });
  await hasData(place);
  const libraries = join(place.root, 'lib');
  const binaries = await prepareBinaries({ pack, account: place.account, libraries, systemFolder });
  const socket = await prepareSocketFolder(place);
  await warnWhenFull(place.root, notify);
  return { place, binaries, folders: { data: place.data, socket } };
}

/**
 * Starts the built-in PostgreSQL on a data folder and keeps it running until stopped, or until this process ends.
 * @throws EmbeddedServerError when the folder is in use by another process, or the server cannot run
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const notify = options.notify ?? toStandardError;
  const request = await prepare(options, notify);
  const supervisor = new Supervisor(request, notify);
  await supervisor.start();
  return {
    host: request.folders.socket,
    user: DATABASE_NAME,
    database: DATABASE_NAME,
    stop: () => supervisor.stop(),
  };
}
