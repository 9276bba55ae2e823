import type { Sql } from 'postgres';
import { insertRuns, LARGE_PARAMS_BYTES, type NewRun, paramsBytes } from './new-runs';
import { isTransient } from './retry';

/** Most runs in one statement. */
const MAX_BATCH = 100;

/** Concurrent statements: one that waits for the lock of a pipeline must not block all others. */
const WRITERS = 2;

interface Waiting {
  readonly run: NewRun;
  readonly done: (number: number | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** Inserts runs with group commit: runs submitted during a commit share the next one. */
export class RunInserter {
  readonly #sql: Sql;
  readonly #waiting: Waiting[] = [];
  #writers = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Resolves with the run's number once it is durable, or undefined for the reasons given at `insertRuns`.
   * Never inserts a run twice.
   */
  insert(run: NewRun): Promise<number | undefined> {
    return new Promise((done, failed) => {
      this.#waiting.push({ run, done, failed });
      if (this.#writers < WRITERS) void this.#drain();
    });
  }

  async #drain(): Promise<void> {
    this.#writers += 1;
    // Everything submitted in the same microtask turn joins.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#write(this.#take());
    this.#writers -= 1;
  }

  /** A run with large params is inserted alone, so that it delays no other run. */
  #take(): Waiting[] {
    const isLarge = ({ run }: Waiting) => paramsBytes(run) > LARGE_PARAMS_BYTES;
    const large = this.#waiting.slice(0, MAX_BATCH).findIndex(isLarge);
    return this.#waiting.splice(0, large === -1 ? MAX_BATCH : Math.max(1, large));
  }

  /** Never rejects: each insert settles its own promise. */
  async #write(batch: readonly Waiting[]): Promise<void> {
    try {
      const numbers = await insertRuns(
        this.#sql,
        batch.map(({ run }) => run),
      );
      for (const { run, done } of batch) done(numbers.get(run.id));
    } catch (error) {
      // After a lost response the statement may have been committed: it must not be repeated.
      if (batch.length === 1 || isTransient(error)) {
        for (const { failed } of batch) failed(error);
        return;
      }
      // The database may refuse one run: the others must not fail with it.
      for (const each of batch) await this.#write([each]);
    }
  }
}
