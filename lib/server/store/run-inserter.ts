import type { Sql } from 'postgres';
import { insertRuns, LARGE_PARAMS_BYTES, type NewRun, paramsBytes } from './new-runs';
import { isTransient } from './retry';

/** Most runs in one statement. */
const MAX_BATCH = 100;

/** Statements under way at once: one that waits for the lock of a pipeline must not hold up all others. */
const WRITERS = 2;

interface Waiting {
  readonly run: NewRun;
  readonly done: (number: number | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** Inserts runs with group commit: those that are asked for while a commit is under way share the next one. */
export class RunInserter {
  readonly #sql: Sql;
  readonly #waiting: Waiting[] = [];
  #writers = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Resolves with the run's number once it is durable; undefined as `insertRuns` says. Never makes it twice. */
  insert(run: NewRun): Promise<number | undefined> {
    return new Promise((done, failed) => {
      this.#waiting.push({ run, done, failed });
      if (this.#writers < WRITERS) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writers += 1;
    // Lets everything that is asked for in the same turn join.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#write(this.#take());
    this.#writers -= 1;
  }

  /** A run with large params goes by itself: what it takes to write is its own. */
  #take(): Waiting[] {
    const isLarge = ({ run }: Waiting) => paramsBytes(run) > LARGE_PARAMS_BYTES;
    const large = this.#waiting.slice(0, MAX_BATCH).findIndex(isLarge);
    return this.#waiting.splice(0, large === -1 ? MAX_BATCH : Math.max(1, large));
  }

  /** Never rejects: each is told for itself. */
  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const numbers = await insertRuns(
        this.#sql,
        batch.map(({ run }) => run),
      );
      for (const { run, done } of batch) done(numbers.get(run.id));
    } catch (error) {
      // Whether a statement was carried out whose answer was lost, nobody knows: it must not be sent again.
      if (batch.length === 1 || isTransient(error)) {
        for (const { failed } of batch) failed(error);
        return;
      }
      // One of them may be what the database refuses: the others must not fail with it.
      for (const each of batch) await this.#write([each]);
    }
  }
}
