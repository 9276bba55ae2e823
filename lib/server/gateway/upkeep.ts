import type { Sql } from 'postgres';
import { touchKeys } from '../store/deployment-keys';
import { deleteOldMinutes, saveMinutes } from '../store/deployment-minutes';
import { deleteDeadLoads, type ReplicaLoad, saveLoads } from '../store/gateway-loads';
import type { Meter } from './meter/meter';

/** Interval of publishing the load, in ms. */
const TICK_MS = 1000;
/** Ticks between writes of minutes and uses of keys. */
const WRITE_TICKS = 5;
/** Ticks between deletions of expired minutes. */
const CLEAN_TICKS = 3600;

export interface UpkeepOptions {
  readonly sql: Sql;
  readonly gatewayId: string;
  readonly meter: Meter;
  /** Requests in flight of this process, by replica. */
  readonly loads: () => readonly ReplicaLoad[];
  /** Called at each tick. */
  readonly onTick: () => void;
  readonly report: (error: unknown, what: string) => void;
}

/** Writes the measurements of a gateway process in the background. */
export class Upkeep {
  readonly #options: UpkeepOptions;
  readonly #usedKeys = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #ticks = 0;
  /** What is due, also when the tick that made it due fell into a longer write. */
  #isWriteDue = false;
  #isCleanDue = false;
  #hasLoad = false;
  #isReported = false;
  #working: Promise<void> | undefined;

  constructor(options: UpkeepOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#timer.unref();
  }

  /** Records the use of a key. */
  used(keyId: string): void {
    this.#usedKeys.add(keyId);
  }

  /** Stops, after a last write. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#attempt(() => this.write());
  }

  /** Writes minutes, uses of keys and load, after what is being written. @throws when the database does not respond */
  async write(): Promise<void> {
    await this.#working;
    await this.#saveLoads();
    await this.#saveMinutes();
    await this.#touchKeys();
  }

  #tick(): void {
    this.#ticks += 1;
    if (this.#ticks % WRITE_TICKS === 0) this.#isWriteDue = true;
    if (this.#ticks % CLEAN_TICKS === 0) this.#isCleanDue = true;
    this.#options.onTick();
    this.#working ??= this.#attempt(() => this.#work()).finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    const { sql } = this.#options;
    await this.#saveLoads();
    if (this.#isWriteDue) {
      this.#isWriteDue = false;
      await this.#saveMinutes();
      await this.#touchKeys();
    }
    if (this.#isCleanDue) {
      await deleteOldMinutes(sql);
      await deleteDeadLoads(sql);
      this.#isCleanDue = false;
    }
  }

  /** Runs a task, and reports an outage once. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#isReported = false;
    } catch (error) {
      if (!this.#isReported) this.#options.report(error, 'Measurements of deployments could not be stored');
      this.#isReported = true;
    }
  }

  async #saveLoads(): Promise<void> {
    const { sql, gatewayId } = this.#options;
    const loads = this.#options.loads();
    if (loads.length === 0 && !this.#hasLoad) return;
    await saveLoads(sql, gatewayId, loads);
    this.#hasLoad = loads.length > 0;
  }

  async #saveMinutes(): Promise<void> {
    const { sql, gatewayId, meter } = this.#options;
    const { minutes, written } = meter.changed();
    if (minutes.length === 0) return;
    try {
      await saveMinutes(sql, gatewayId, minutes);
      written();
    } catch (error) {
      meter.keep(minutes);
      throw error;
    }
  }

  async #touchKeys(): Promise<void> {
    if (this.#usedKeys.size === 0) return;
    const keys = [...this.#usedKeys];
    this.#usedKeys.clear();
    try {
      await touchKeys(this.#options.sql, keys);
    } catch (error) {
      for (const key of keys) this.#usedKeys.add(key);
      throw error;
    }
  }
}
