/** The `max_parallel_steps` slots of a run, and the steps that wait for one, oldest first. */
export class Slots {
  readonly #limit: number;
  readonly #taken = new Set<string>();
  readonly #queue: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a slot is free and no step waits for one. */
  get isOpen(): boolean {
    return this.#queue.length === 0 && this.#taken.size < this.#limit;
  }

  /** Whether a step waits for a slot and one is free. */
  get hasNext(): boolean {
    return this.#queue.length > 0 && this.#taken.size < this.#limit;
  }

  /** Occupies a slot for a step; a second call for the same step changes nothing. */
  take(step: string): void {
    this.#taken.add(step);
  }

  has(step: string): boolean {
    return this.#taken.has(step);
  }

  release(step: string): void {
    this.#taken.delete(step);
  }

  enqueue(step: string): void {
    this.#queue.push(step);
  }

  /** The step that has waited longest, when a slot is free. */
  next(): string | undefined {
    return this.hasNext ? this.#queue.shift() : undefined;
  }
}
