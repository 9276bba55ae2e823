import type { HealthReason } from '@/lib/contracts/health';
import { isStorageFull } from '../adapters/blobs/storage-full';
import { type FreeBytes, megabytes, RESERVE_BYTES } from '../adapters/disk-space';
import { StorageFull } from './errors';

/** How long a measurement of the disk is reused, in ms. */
const LOOK_AGE_MS = 1000;

/** How long new runs are refused after the database could not write, in ms. */
const REFUSED_MS = 10_000;

const ADVICE =
  'Free some space, or set RUNS_KEEP_DAYS or FILES_KEEP_DAYS lower. Runs in progress continue, and nothing is lost.';

const REFUSED: HealthReason = {
  code: 'storage_full',
  message: `The disk of the database is full. New runs are rejected. ${ADVICE}`,
};

export interface StorageGuardOptions {
  /** Folders whose disks are measured. */
  readonly folders: readonly string[];
  readonly freeBytes: FreeBytes;
  /** Monotonic, in ms. @default performance.now */
  readonly now?: () => number;
}

/** Refuses new runs while too little disk space is free. Active runs continue. */
export class StorageGuard {
  readonly #options: Required<StorageGuardOptions>;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #look: Promise<HealthReason | undefined> | undefined;

  constructor(options: StorageGuardOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Why new runs are refused; undefined when they are accepted. */
  async reason(): Promise<HealthReason | undefined> {
    return this.#refused() ?? (await this.#disk());
  }

  /**
   * Calls `make` if enough space is free.
   * @throws StorageFull
   */
  async admit<T>(make: () => Promise<T>): Promise<T> {
    const reason = await this.reason();
    if (reason) throw new StorageFull(reason.message);
    try {
      return await make();
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      this.note(error);
      throw new StorageFull(REFUSED.message, { cause: error });
    }
  }

  /** Records an error about exhausted space. */
  note(error: unknown): void {
    if (isStorageFull(error)) this.#refusedAt = this.#options.now();
  }

  #refused(): HealthReason | undefined {
    if (this.#options.now() - this.#refusedAt > REFUSED_MS) return undefined;
    return REFUSED;
  }

  #disk(): Promise<HealthReason | undefined> {
    const now = this.#options.now();
    if (!this.#look || now - this.#lookedAt > LOOK_AGE_MS) {
      this.#lookedAt = now;
      this.#look = this.#measure();
    }
    return this.#look;
  }

  async #measure(): Promise<HealthReason | undefined> {
    const { folders, freeBytes } = this.#options;
    const free = await Promise.all(folders.map(freeBytes));
    const least = Math.min(...free.map((bytes) => bytes ?? Number.POSITIVE_INFINITY));
    if (least >= RESERVE_BYTES) return undefined;
    return {
      code: 'storage_low',
      message: `The disk of the data folder has ${megabytes(least)} free. New runs need at least ${megabytes(RESERVE_BYTES)}. ${ADVICE}`,
    };
  }
}
