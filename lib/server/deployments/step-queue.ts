export interface StepQueueOptions {
  /** Steps that run at the same time. */
  readonly most: number;
  /** Called when a step has ended during which another one of its key was added: that one is not run. */
  readonly missed: () => void;
}

/** Runs steps side by side: one at a time for each key, in the order in which they were added. */
export class StepQueue {
  readonly #options: StepQueueOptions;
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #missed = new Set<string>();

  constructor(options: StepQueueOptions) {
    this.#options = options;
  }

  /**
   * Runs a step when it is its turn; it replaces one of the same key that still waits. While one of the same key runs, a step is
   * not taken: what it knows may be out of date when the other one has ended.
   * @param step never rejects
   */
  add(key: string, step: () => Promise<void>): void {
    if (this.#running.has(key)) this.#missed.add(key);
    else this.#waiting.set(key, step);
    this.#startNext();
  }

  /** Drops the steps that wait, and resolves when the running ones have ended. */
  async clear(): Promise<void> {
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    for (const [key, step] of this.#waiting) {
      if (this.#running.size >= this.#options.most) return;
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
