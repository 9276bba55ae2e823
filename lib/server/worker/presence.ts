import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { forgetWorkers, upsertWorker } from '../store/workers';
import type { LoadMeter } from './load';
import type { Worker } from './worker';

/** How often a process refreshes its row, in ms. */
const REFRESH_MS = 5000;

export interface PresenceOptions {
  readonly sql: Sql;
  readonly id: string;
  readonly kind: 'web' | 'worker';
  readonly version: string;
  readonly slots: number;
  readonly worker: Pick<Worker, 'activeRuns' | 'isDraining'>;
  /** The other driver that executes runs in this process. */
  readonly otherDriver: () => OtherDriver;
  readonly load: LoadMeter;
  readonly report: (error: unknown, what: string) => void;
}

/** Runs that a driver other than the worker has in memory, and the most it may have. */
export interface OtherDriver {
  readonly activeRuns: number;
  readonly slots: number;
}

/** The row of this process in the list of workers, refreshed for as long as the process lives. */
export class Presence {
  readonly #options: PresenceOptions;
  #timer: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #hasLogged = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Writes the row now and at an interval. */
  start(): void {
    this.#timer = setInterval(() => this.refresh(), REFRESH_MS);
    this.refresh();
  }

  /** Writes the row now. */
  refresh(): void {
    this.#refreshing ??= this.#write().finally(() => {
      this.#refreshing = undefined;
    });
  }

  /** Deletes the row. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#refreshing;
    const { sql, id, report } = this.#options;
    await forgetWorkers(sql, id).catch((error: unknown) =>
      report(
        error,
        'This process could not be removed from the list of workers, which shows it for a short time',
      ),
    );
  }

  async #write(): Promise<void> {
    const { sql, id, kind, version, worker, load, report } = this.#options;
    const otherDriver = this.#options.otherDriver();
    const slots = this.#options.slots + otherDriver.slots;
    const activeRuns = worker.activeRuns + otherDriver.activeRuns;
    const row = {
      id,
      kind,
      version,
      slots,
      held: activeRuns,
      draining: worker.isDraining,
      host: hostname(),
      pid: process.pid,
    };
    try {
      await upsertWorker(sql, { ...row, load: load.read() });
      this.#hasLogged = false;
    } catch (error) {
      // An outage is logged once.
      if (!this.#hasLogged)
        report(error, 'The row of this process in the list of workers could not be updated');
      this.#hasLogged = true;
    }
  }
}
