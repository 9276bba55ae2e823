import type { Sql } from 'postgres';
import { noteActivity } from '../in-turns';
import { GroupCommit } from './group-commit';
import { insertRuns, LARGE_PARAMS_BYTES, type NewRun, paramsBytes } from './new-runs';
import { isTransient } from './retry';

/** Most runs in one statement. */
const MAX_BATCH = 100;

/** Concurrent statements: one that waits for the lock of a pipeline must not block all others. */
const WRITERS = 2;

/** Inserts runs with group commit: runs submitted during a commit share the next one. */
export class RunInserter {
  readonly #commits: GroupCommit<NewRun, number | undefined>;

  constructor(sql: Sql) {
    this.#commits = new GroupCommit({
      writers: WRITERS,
      maxWeight: MAX_BATCH,
      // A run with large params is inserted alone, so that it delays no other run.
      weightOf: (run) => (paramsBytes(run) > LARGE_PARAMS_BYTES ? MAX_BATCH : 1),
      write: async (runs) => {
        const numbers = await insertRuns(sql, runs);
        return ({ id }) => numbers.get(id);
      },
      // After a lost response the statement may have been committed: it must not be repeated.
      isRepeatable: (error) => !isTransient(error),
    });
  }

  /**
   * Resolves with the run's number once it is durable, or undefined for the reasons given at `insertRuns`.
   * Never inserts a run twice.
   */
  insert(run: NewRun): Promise<number | undefined> {
    noteActivity();
    return this.#commits.add(run);
  }
}
