import { hostname } from 'node:os';
import type { Sql } from 'postgres';
import { forgetWorkers, tellOfWorker } from '../store/workers';
import type { LoadMeter } from './load';
import type { Worker } from './worker';

/** How often a process tells of itself, in ms. */
const REFRESH_MS = 5000;

export interface PresenceOptions {
  readonly sql: Sql;
  readonly id: string;
  readonly kind: 'web' | 'worker';
  readonly version: string;
  readonly slots: number;
  readonly worker: Pick<Worker, 'activeRuns' | 'isDraining'>;
  /** What else carries out runs in this process. */
  readonly otherDriver: () => OtherDriver;
  readonly load: LoadMeter;
  readonly report: (error: unknown, what: string) => void;
}

/** Runs that another driver than the worker has in memory, and how many it may have. */
export interface OtherDriver {
  readonly held: number;
  readonly slots: number;
}

/** Keeps a row about this process in the database for as long as it lives: what the list of workers shows. */
export class Presence {
  readonly #options: PresenceOptions;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | undefined;
  #isTold = false;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Tells of the process now and from now on. */
  start(): void {
    this.#timer = setInterval(() => this.refresh(), REFRESH_MS);
    this.refresh();
  }

  /** Tells how things stand now. */
  refresh(): void {
    this.#telling ??= this.#tell().finally(() => {
      this.#telling = undefined;
    });
  }

  /** The process ends: takes its row away. Never rejects. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
    const { sql, id, report } = this.#options;
    await forgetWorkers(sql, id).catch((error: unknown) =>
      report(error, 'The list of workers still shows this process for a while'),
    );
  }

  async #tell(): Promise<void> {
    const { sql, id, kind, version, worker, load, report } = this.#options;
    const otherDriver = this.#options.otherDriver();
    const slots = this.#options.slots + otherDriver.slots;
    const held = worker.activeRuns + otherDriver.held;
    const row = {
      id,
      kind,
      version,
      slots,
      held,
      draining: worker.isDraining,
      host: hostname(),
      pid: process.pid,
    };
    try {
      await tellOfWorker(sql, { ...row, load: load.read() });
      this.#isTold = false;
    } catch (error) {
      // One outage is told once.
      if (!this.#isTold) report(error, 'The list of workers could not be told of this process');
      this.#isTold = true;
    }
  }
}
