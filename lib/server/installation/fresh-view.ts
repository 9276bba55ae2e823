import type { InstallationView } from '../store/installation-view';

/** How long what was read counts as the present, in ms. */
const FRESH_MS = 250;
/** How long a connection waits for an answer before it goes by what was last read, in ms. */
const PATIENCE_MS = 2000;
/** How long what was last read counts while no newer answer comes, in ms. */
const TRUSTED_MS = 60_000;

export interface FreshViewOptions {
  readonly read: () => Promise<InstallationView>;
  /** @default 250 */
  readonly freshMs?: number;
  /** Milliseconds that only ever grow. @default `performance.now` */
  readonly monotonic?: () => number;
}

/** The installation as it was last read, and read again when that is too long ago. */
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

  /** What was last read; without the setting once that is too old to go by, but always with the addresses. */
  get last(): InstallationView | undefined {
    if (this.#view === undefined || this.#age() <= TRUSTED_MS) return this.#view;
    const { id, endpoints } = this.#view;
    return { id, endpoints };
  }

  /** Takes what was read elsewhere at this moment. */
  accept(view: InstallationView): void {
    this.#view = view;
    this.#readAt = this.#monotonic();
  }

  /** As `last`, after reading again when it is time to. Never rejects. */
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
      // Whoever registers the process reports outages; here the last answer grows old.
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
