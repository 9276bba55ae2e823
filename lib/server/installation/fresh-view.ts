import type { InstallationView } from '../store/installation-view';

/** How long a reading is fresh, in ms. */
const FRESH_MS = 250;
/** How long a connection waits for a new reading before it uses the last one, in ms. */
const PATIENCE_MS = 2000;
/** How long the last reading is trusted while new ones fail, in ms. */
const TRUSTED_MS = 60_000;

export interface FreshViewOptions {
  readonly read: () => Promise<InstallationView>;
  /** @default 250 */
  readonly freshMs?: number;
  /**
   * A monotonic clock in milliseconds.
   * @default `performance.now`
   */
  readonly monotonic?: () => number;
}

/** A cached view of the installation that is refreshed when it is stale. */
export class FreshView {
  readonly #options: FreshViewOptions;
  readonly #monotonic: () => number;
  #view: InstallationView | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: FreshViewOptions) {
    this.#options = options;
    this.#monotonic = options.monotonic ?? (() => performance.now());
  }

  /** The last reading; without the setting when it is too old, but always with the addresses. */
  get last(): InstallationView | undefined {
    if (this.#view === undefined || this.#age() <= TRUSTED_MS) return this.#view;
    const { id, endpoints } = this.#view;
    return { id, endpoints };
  }

  /** Stores a view that was just read elsewhere. */
  accept(view: InstallationView): void {
    this.#view = view;
    this.#readAt = this.#monotonic();
  }

  /** As `last`, after a refresh if necessary. Never rejects. */
  async current(): Promise<InstallationView | undefined> {
    if (this.#age() > (this.#options.freshMs ?? FRESH_MS)) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = undefined;
      });
      await withPatience(this.#reading);
    }
    return this.last;
  }

  #age(): number {
    return this.#monotonic() - this.#readAt;
  }

  async #read(): Promise<void> {
    try {
      this.accept(await this.#options.read());
    } catch {
      // The registration of the process reports outages; here the last result becomes stale.
    }
  }
}

function withPatience(reading: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void reading.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
