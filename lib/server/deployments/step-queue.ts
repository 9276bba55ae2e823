export interface StepQueueOptions {
  /** Maximum number of concurrent steps. */
  readonly limit: number;
  /** Called after a step during which another one with its key was added and dropped. */
  readonly missed: () => void;
}

/** Runs steps concurrently in the order in which they were added, one at a time for each key. */
export class StepQueue {
  readonly #options: StepQueueOptions;
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #missed = new Set<string>();

  constructor(options: StepQueueOptions) {
    this.#options = options;
  }

  /**
   * Queues a step, which replaces a waiting one with the same key. While one with the same key is running, the step is
   * dropped, because its data may be stale when the running one ends.
   * @param step never rejects
   */
  add(key: string, step: () => Promise<void>): void {
    if (this.#running.has(key)) this.#missed.add(key);
    else this.#waiting.set(key, step);
    this.#startNext();
  }

  /** Drops waiting steps, and resolves when the running ones have ended. */
  async clear(): Promise<void> {
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    for (const [key, step] of this.#waiting) {
      if (this.#running.size >= this.#options.limit) return;
      this.#waiting.delete(key);
      this.#running.set(
        key,
        step().finally(() => this.#end(key)),
      );
    }
  }

  #end(key: string): void {
    this.#running.delete(key);
    if (this.#missed.delete(key)) this.#options.missed();
    this.#startNext();
  }
}
