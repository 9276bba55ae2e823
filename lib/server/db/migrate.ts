import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { ISql, Sql, TransactionSql } from 'postgres';
import { z } from 'zod';
import { lockConnection } from './advisory-locks';
import { connect, type DatabaseTarget, describeTarget } from './connect';
import { explainOpening, isRejected, withoutStatement } from './open-failure';

/** The database cannot be brought to the tables of this release; the message says what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The folder of migrations in a project. A path instead of an import, so that bundles find it too. */
export function migrationsFolder(projectRoot: string): string {
  return join(projectRoot, 'drizzle', 'migrations');
}

/**
 * Migrates the database to this release. Processes that start together wait for each other: the lock has a
 * connection of its own, because the migrator uses its connection for a transaction per run.
 * @throws MigrationError when the folder is missing, the database belongs to a newer release, or it rejects a migration
 * @throws DatabaseUrlError when the database of a URL cannot be opened
 */
export async function migrateDatabase(target: DatabaseTarget, folder: string): Promise<void> {
  const newest = await newestMigration(folder);
  const guard = connect(target, { max: 1, idle_timeout: 0, max_lifetime: null });
  const client = connect(target, { max: 1 });
  try {
    await lockConnection(guard, 'migration');
    await refuseNewer(guard, newest);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } catch (error) {
    throw explained(withoutStatement(error), target);
  } finally {
    // Closing the connection releases the lock.
    await client.end({ timeout: 5 });
    await guard.end({ timeout: 5 });
  }
}

/** All migrations run in one transaction, so a rejected one leaves the tables unchanged. */
function explained(error: unknown, target: DatabaseTarget): unknown {
  if (error instanceof MigrationError) return error;
  const where = describeTarget(target);
  const opening = target.kind === 'url' ? explainOpening(error, where) : error;
  if (opening !== error || !isRejected(error)) return opening;
  return new MigrationError(
    `${where} could not be migrated to this release (${error.message}). Its tables are unchanged. Resolve this, then start Pipewright again.`,
    { cause: error },
  );
}

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })).min(1) });

/** Whether the folder contains the migration that was created at this instant, in ms since 1970. */
export async function knowsMigration(folder: string, when: number): Promise<boolean> {
  return (await migrationTimes(folder)).includes(when);
}

/** When the newest migration in the folder was created, in ms since 1970. @throws Error when there is none */
async function newestMigration(folder: string): Promise<number> {
  return Math.max(...(await migrationTimes(folder)));
}

/** When the migrations of the folder were created, in ms since 1970. @throws Error when there are none */
export async function migrationTimes(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, 'meta', '_journal.json'), 'utf8').catch((error: unknown) => {
    throw new MigrationError(`No migrations found in ${folder}. Start Pipewright in its project folder.`, {
      cause: error,
    });
  });
  return journalSchema.parse(JSON.parse(text)).entries.map(({ when }) => when);
}

/** When the newest applied migration was created, in ms since 1970; undefined for a database without our tables. */
export async function appliedMigration(sql: ISql): Promise<number | undefined> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table?.exists) return undefined;
  const [row] = await sql<{ newest: number | null }[]>`
    select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
  return row?.newest ?? undefined;
}

/** Creates the tables as of a migration in an empty database. */
export async function migrateTo(tx: TransactionSql, folder: string, wanted: number): Promise<void> {
  const needed = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis <= wanted,
  );
  // In the format of drizzle's migrator, which continues from here when a newer release starts.
  await tx`create schema if not exists drizzle`;
  await tx`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint
    )`;
  for (const { sql, hash, folderMillis } of needed) {
    for (const statement of sql) await tx.unsafe(statement);
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  }
}

/** An older release may misread the tables of a newer one. @throws MigrationError */
async function refuseNewer(sql: Sql, newest: number): Promise<void> {
  const applied = await appliedMigration(sql);
  if (applied === undefined || applied <= newest) return;
  throw new MigrationError(
    'This release of Pipewright is older than the database, which a newer release has migrated. Update Pipewright, then start it again.',
  );
}
