import { inject } from 'vitest';
import type { DatabaseTarget } from '../db/connect';
import { type Database, openPool } from '../db/open';
import { atDatabase, createDatabase, dropDatabase, freshName } from './server';

/** A fresh, migrated database for one test file; `close` drops it. */
export interface TestDatabase extends Database {
  /** For another process. */
  readonly target: DatabaseTarget;
  /** Opens further pools on it, like another process. */
  openAgain(): Database;
}

/** Creates a database for a test file: call it in `beforeAll`, and `close` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = freshName('test');
  await createDatabase(server.target, name, server.template);
  const target: DatabaseTarget = atDatabase(server.target, name);
  const database = openPool(target);
  return {
    ...database,
    target,
    openAgain: () => openPool(target),
    close: async () => {
      await database.close();
      await dropDatabase(server.target, name);
    },
  };
}
