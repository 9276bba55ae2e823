import { groupBy } from './group-by';

/** How entries share statements. */
export interface GroupCommitOptions<Entry, Answer> {
  /** Concurrent statements. */
  readonly writers: number;
  /** Maximum weight of a statement; a heavier entry is written alone. */
  readonly maxWeight: number;
  /** @default 1 */
  readonly weightOf?: (entry: Entry) => number;
  /** Writes a batch in one statement; the function it returns gives the result of each entry. */
  readonly write: (batch: readonly Entry[]) => Promise<(entry: Entry) => Answer>;
  /** Entries with the same key are written again together. @default each entry alone */
  readonly keyOf?: (entry: Entry) => unknown;
  /** Whether a batch may be written again after this error. @default always */
  readonly isRepeatable?: (error: unknown) => boolean;
}

interface Waiting<Entry, Answer> {
  readonly entry: Entry;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes entries with group commit: entries added during a statement share the next one. A failed batch is written again
 * key by key, so that only the entries fail that the database refuses.
 */
export class GroupCommit<Entry, Answer> {
  readonly #options: GroupCommitOptions<Entry, Answer>;
  readonly #waiting: Waiting<Entry, Answer>[] = [];
  readonly #draining = new Set<Promise<void>>();
  #writers = 0;

  constructor(options: GroupCommitOptions<Entry, Answer>) {
    this.#options = options;
  }

  /** Resolves once the entry is durable. @throws what `write` throws for it */
  add(entry: Entry): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (this.#writers < this.#options.writers) this.#startWriter();
    });
  }

  /** Resolves when the statements in progress have settled. */
  async idle(): Promise<void> {
    await Promise.all(this.#draining);
  }

  #startWriter(): void {
    this.#writers += 1;
    const draining = this.#drain().finally(() => this.#draining.delete(draining));
    this.#draining.add(draining);
  }

  async #drain(): Promise<void> {
    // Everything added in the same microtask turn joins the first statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#write(this.#take());
    // Synchronously, not when the promise settles: an entry added in between must find a writer or start one.
    this.#writers -= 1;
  }

  #take(): Waiting<Entry, Answer>[] {
    const { maxWeight, weightOf } = this.#options;
    let weight = 0;
    let count = 0;
    for (const { entry } of this.#waiting) {
      weight += weightOf?.(entry) ?? 1;
      if (count > 0 && weight > maxWeight) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  /** Never rejects: every entry settles its own promise. */
  async #write(batch: readonly Waiting<Entry, Answer>[]): Promise<void> {
    try {
      const answerTo = await this.#options.write(batch.map(({ entry }) => entry));
      for (const { entry, resolve } of batch) resolve(answerTo(entry));
    } catch (error) {
      const parts = this.#parts(batch, error);
      if (parts.length > 1) for (const part of parts) await this.#write(part);
      else for (const { reject } of batch) reject(error);
    }
  }

  #parts(batch: readonly Waiting<Entry, Answer>[], error: unknown): Waiting<Entry, Answer>[][] {
    const { keyOf, isRepeatable } = this.#options;
    if (isRepeatable && !isRepeatable(error)) return [];
    return keyOf ? groupBy(batch, ({ entry }) => keyOf(entry)) : batch.map((waiting) => [waiting]);
  }
}
