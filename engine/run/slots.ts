/** The `max_parallel_steps` places of a run, and the steps that wait for one, oldest first. */
export class Slots {
  readonly #limit: number;
  readonly #held = new Set<string>();
  readonly #queue: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A step may start at once: a place is free and nobody waits for it. */
  get isOpen(): boolean {
    return this.#queue.length === 0 && this.#held.size < this.#limit;
  }

  /** Somebody waits and a place is free. */
  get hasNext(): boolean {
    return this.#queue.length > 0 && this.#held.size < this.#limit;
  }

  /** Gives a step a place; one that it has already stays its own. */
  hold(step: string): void {
    this.#held.add(step);
  }

  holds(step: string): boolean {
    return this.#held.has(step);
  }

  release(step: string): void {
    this.#held.delete(step);
  }

  enqueue(step: string): void {
    this.#queue.push(step);
  }

  /** The step that has waited longest, when there is a place for it. */
  next(): string | undefined {
    return this.hasNext ? this.#queue.shift() : undefined;
  }
}
