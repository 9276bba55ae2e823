import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { connect, type DatabaseTarget } from './connect';

/** The advisory lock of migrations; any number does, if it never changes. */
const MIGRATION_LOCK = 4712;

/** The folder of the migrations in a project; a path, not an import, so that a bundle finds it too. */
export function migrationsFolder(projectRoot: string): string {
  return join(projectRoot, 'drizzle', 'migrations');
}

/**
 * Brings the database to this release's tables. Processes that start together wait for each other: the lock is held
 * on a connection of its own, because the migrator uses its connection for a transaction per run.
 * @throws Error when the folder is missing or a migration fails
 */
export async function migrateDatabase(target: DatabaseTarget, folder: string): Promise<void> {
  await access(join(folder, 'meta', '_journal.json')).catch((error: unknown) => {
    throw new Error(`There are no migrations in ${folder}: start Pipewright in its project folder.`, {
      cause: error,
    });
  });
  const guard = connect(target, { max: 1, idle_timeout: 0, max_lifetime: null });
  const client = connect(target, { max: 1 });
  try {
    await guard`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Ending the connection gives the lock back.
    await client.end({ timeout: 5 });
    await guard.end({ timeout: 5 });
  }
}
