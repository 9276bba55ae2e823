import { ApiError } from './api-error';

interface Waiting {
  readonly start: () => void;
}

/** Serialises requests to the model. Others wait in order, up to a limit. */
export class RequestQueue {
  readonly #limit: number;
  readonly #waiting = new Set<Waiting>();
  #isBusy = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of waiting requests. */
  get length(): number {
    return this.#waiting.size;
  }

  /** Whether a request is running. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * Runs a request when it is its turn.
   * @throws ApiError 503 `queue_full`; the reason of the signal when the client disconnected while waiting
   */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return;
    }
    if (this.#waiting.size >= this.#limit) {
      throw new ApiError(
        503,
        'queue_full',
        `${this.#limit} requests are waiting for this replica, which is its limit. Try again in a moment.`,
      );
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(entry);
        reject(signal.reason);
      };
      const entry: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(entry);
    });
  }

  /** Hands over directly to the next request, so that no later one overtakes it. */
  #next(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isBusy = false;
      return;
    }
    this.#waiting.delete(first);
    first.start();
  }
}
