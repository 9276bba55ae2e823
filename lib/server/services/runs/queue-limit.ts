import { QueueFull } from '../errors';

/** How long a count is believed, in ms: meanwhile other processes may have added to the queue too. */
const COUNT_AGE_MS = 1000;

/**
 * Keeps the queue of runs that wait to begin within its limit. A full queue is counted at every start, an emptier one
 * rarely; of several processes each may go over by what it admits between two counts, at most a quarter of what was free.
 */
export class QueueLimit {
  readonly #limit: number;
  readonly #count: (most: number) => Promise<number>;
  #free = 0;
  #admitted = 0;
  #inFlight = 0;
  #made = 0;
  #countedAt = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  constructor(limit: number, count: (most: number) => Promise<number>) {
    this.#limit = limit;
    this.#count = count;
  }

  /** Makes a run when one more fits. @throws QueueFull */
  async admit<T>(make: () => Promise<T>): Promise<T> {
    if (!this.#isKnown()) await this.#recount();
    if (this.#admitted >= this.#free) await this.#recount();
    if (this.#admitted >= this.#free) throw full(this.#limit);
    this.#admitted += 1;
    this.#inFlight += 1;
    try {
      return await make();
    } finally {
      this.#inFlight -= 1;
      this.#made += 1;
    }
  }

  #isKnown(): boolean {
    return performance.now() - this.#countedAt < COUNT_AGE_MS && this.#admitted < Math.max(1, this.#free / 4);
  }

  #recount(): Promise<void> {
    this.#counting ??= this.#read().finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  async #read(): Promise<void> {
    const countedAt = performance.now();
    const made = this.#made;
    const pending = await this.#count(this.#limit);
    this.#countedAt = countedAt;
    this.#free = this.#limit - pending;
    // Those on their way, or made meanwhile, may or may not have been counted: better to refuse one early than to let one
    // too many in.
    this.#admitted = this.#inFlight + (this.#made - made);
  }
}

function full(limit: number): QueueFull {
  return new QueueFull(
    `${limit} runs already wait to begin, which is as many as may. Try again when some have begun, or add workers.`,
  );
}
