import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { type FreeBytes, megabytes, RESERVE_BYTES, systemFreeBytes } from '../adapters/disk-space';
import { connect, type DatabaseTarget } from '../db/connect';
import { ArchiveReader } from './archive-reader';
import { changesSoFar } from './changes';
import { BackupError } from './error';
import { type BackupKind, backupName, backupsFolder, listBackups, rotate } from './rotation';
import { writeBackup } from './write';

/** How often the server checks whether a backup is due, in ms. */
const LOOK_MS = 60_000;

/** Time between two backups, in ms. */
const EVERY_MS = 3_600_000;

/** Time limit of an hourly backup, in ms: it keeps a snapshot of the database open. */
const HOURLY_LIMIT_MS = 600_000;

/** Time limit of a backup on exit, in ms: leaves time for the rest of the shutdown. */
const EXIT_LIMIT_MS = 3000;

/** Largest database that is backed up on exit, in bytes: a larger one would exceed the time limit. */
const EXIT_LARGEST_BYTES = 150_000_000;

/** Longest pause after a piece of about 1 MB, in ms; a pause is as long as writing the piece took. */
const LONGEST_PAUSE_MS = 200;

export interface AutomaticBackupsOptions {
  readonly config: {
    readonly dataDir: string;
    /** Whether backups are made, and how many are retained. */
    readonly backups: { readonly isOn: boolean; readonly keep: number };
  };
  readonly log: (line: string) => void;
  /** @default the computer's clock */
  readonly now?: () => Date;
  /**
   * Bytes that are free below a folder.
   * @default the system's value
   */
  readonly freeBytes?: FreeBytes;
}

/**
 * Backs up the bundled database every hour and on exit, if it has changed since the newest backup. Contents
 * of files are not copied: they are stored beside the database.
 */
export class AutomaticBackups {
  readonly #options: AutomaticBackupsOptions;
  readonly #folder: string;
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #giveUp = new AbortController();
  /** When a backup was last attempted. */
  #triedAt: number | undefined;

  constructor(options: AutomaticBackupsOptions) {
    this.#options = options;
    this.#folder = backupsFolder(options.config.dataDir);
    this.#now = options.now ?? (() => new Date());
  }

  /** Starts checking every minute whether a backup is due. */
  start(target: DatabaseTarget): void {
    this.#timer = setInterval(() => void this.backUpWhenDue(target), LOOK_MS);
    this.#timer.unref();
  }

  /**
   * Makes an hourly backup if the newest one is an hour old and the database has changed since. Never throws.
   */
  backUpWhenDue(target: DatabaseTarget): Promise<void> {
    this.#working ??= this.#whenDue(target).finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /**
   * Stops the hourly backups, and makes a last one if the database has changed. Never throws; takes at most
   * about 3 s.
   */
  async finish(target: DatabaseTarget): Promise<void> {
    clearInterval(this.#timer);
    this.#giveUp.abort();
    await this.#working;
    this.#giveUp = new AbortController();
    await this.#tryOne(target, 'exit');
  }

  async #whenDue(target: DatabaseTarget): Promise<void> {
    const now = this.#now().getTime();
    const newest = (await this.#newest())?.at.getTime() ?? 0;
    if (now - Math.max(newest, this.#triedAt ?? 0) < EVERY_MS) return;
    this.#triedAt = now;
    await this.#tryOne(target, 'hourly');
  }

  async #newest() {
    return (await listBackups(this.#folder)).find(({ kind }) => kind !== undefined);
  }

  async #tryOne(target: DatabaseTarget, kind: BackupKind): Promise<void> {
    const sql = connect(target, { max: 1 });
    try {
      if (!(await this.#hasChanged(sql))) return;
      if (kind === 'exit') await refuseLarge(sql);
      await this.#backUp(sql, kind);
      await rotate(this.#folder, this.#options.config.backups.keep);
    } catch (error) {
      if (this.#giveUp.signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      const what = kind === 'exit' ? 'The backup on exit' : 'The hourly backup';
      this.#options.log(`${what} was not made: ${reason}`);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }

  /** An unreadable newest backup counts as missing. */
  async #hasChanged(sql: Sql): Promise<boolean> {
    const newest = await this.#newest();
    const archive = newest && (await ArchiveReader.open(newest.path).catch(() => undefined));
    await archive?.close();
    const changes = await changesSoFar(sql);
    return archive ? archive.manifest.changes !== changes : changes > 0;
  }

  async #backUp(sql: Sql, kind: BackupKind): Promise<void> {
    await this.#refuseFullDisk(this.#options.config.dataDir);
    await writeBackup({
      sql,
      path: join(this.#folder, backupName(this.#now(), kind)),
      database: 'built_in',
      blobs: undefined,
      pace: this.#paceFor(kind),
    });
  }

  #paceFor(kind: BackupKind): () => Promise<void> {
    const limit = kind === 'exit' ? EXIT_LIMIT_MS : HOURLY_LIMIT_MS;
    const start = performance.now();
    let last = start;
    return async () => {
      const now = performance.now();
      this.#giveUp.signal.throwIfAborted();
      if (now - start > limit) {
        throw new BackupError(
          `it took longer than ${limit / 1000} s. Make backups of a database this large with "pipewright backup".`,
        );
      }
      await this.#refuseFullDisk(this.#folder);
      if (kind === 'hourly') await delay(Math.min(now - last, LONGEST_PAUSE_MS));
      last = performance.now();
    };
  }

  async #refuseFullDisk(folder: string): Promise<void> {
    const free = await (this.#options.freeBytes ?? systemFreeBytes)(folder);
    if (free === undefined || free >= RESERVE_BYTES) return;
    throw new BackupError(
      `the disk has ${megabytes(free)} free, but ${megabytes(RESERVE_BYTES)} must stay free. Free some space, or set PIPEWRIGHT_BACKUPS_KEEP lower.`,
    );
  }
}

/** @throws BackupError when the database is too large for the time limit of a shutdown */
async function refuseLarge(sql: Sql): Promise<void> {
  const [row] = await sql<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`;
  if (row === undefined || row.size <= EXIT_LARGEST_BYTES) return;
  throw new BackupError(
    `the database is ${megabytes(row.size)}, and more than ${megabytes(EXIT_LARGEST_BYTES)} would take too long. The newest hourly backup is in the folder backups.`,
  );
}
