import type { Sql } from 'postgres';
import { connect, type DatabaseTarget, describeTarget } from './connect';
import { migrateDatabase, migrationsFolder } from './migrate';

/** The open database of this process. */
export interface Database {
  /** Plain SQL, with dates as Date and JSON as values. */
  readonly sql: Sql;
  /** Options for further connections, such as for LISTEN. */
  readonly target: DatabaseTarget;
  /** The location of the database, without the password. */
  readonly description: string;
  /**
   * Waits up to 5 s for running queries, closes all connections, and stops the bundled server if this process runs
   * it.
   */
  close(): Promise<void>;
}

/** Well below the bundled server's 50 connections. */
const SQL_CONNECTIONS = 10;
const CLOSE_SECONDS = 5;

/** Opens a pool on a database that is already running and migrated. */
export function openPool(target: DatabaseTarget): Database {
  const sql = connect(target, { max: SQL_CONNECTIONS });
  return {
    sql,
    target,
    description: describeTarget(target),
    close: async () => {
      await sql.end({ timeout: CLOSE_SECONDS });
    },
  };
}

/** Opens a pool on a database that runs already, with this release's tables. */
export async function openMigrated(target: DatabaseTarget, root: string): Promise<Database> {
  await migrateDatabase(target, migrationsFolder(root));
  return openPool(target);
}
