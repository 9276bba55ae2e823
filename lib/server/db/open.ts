import type { Sql } from 'postgres';
import { refuseLost, withAdvice } from '../backup/advice';
import type { Config } from '../config';
import { connect, type DatabaseTarget, describeTarget } from './connect';
import { asDamage } from './embedded/damage';
import { databasesIn } from './embedded/place';
import { startEmbedded } from './embedded/supervisor';
import { refuseUnfinished } from './embedded/unfinished';
import { migrateDatabase, migrationsFolder } from './migrate';

/** The open database of this process. */
export interface Database {
  /** Plain SQL, with dates as Date and JSON as values. */
  readonly sql: Sql;
  /**
   * One connection on which the statement that claims runs is planned once: that takes longer than to carry it out, and no
   * other plan would be better. @default sql
   */
  readonly claims?: Sql;
  /** How to open more connections, for LISTEN and the like. */
  readonly target: DatabaseTarget;
  /** Where the database is, without the password. */
  readonly description: string;
  /** Waits up to 5 s for running queries, closes every connection, and stops the built-in server if we run it. */
  close(): Promise<void>;
}

/** Called when the pools are closed and the built-in server still runs. */
type BeforeStop = (target: DatabaseTarget) => Promise<void>;

/** Well below the built-in server's 50 connections. */
const SQL_CONNECTIONS = 10;
const CLOSE_SECONDS = 5;

/** Opens pools on a database that runs already and is migrated. */
export function openPools(target: DatabaseTarget): Database {
  const sql = connect(target, { max: SQL_CONNECTIONS });
  const claims = connect(target, { max: 1, connection: { plan_cache_mode: 'force_generic_plan' } });
  return {
    sql,
    claims,
    target,
    description: describeTarget(target),
    close: async () => {
      await Promise.all([sql, claims].map((pool) => pool.end({ timeout: CLOSE_SECONDS })));
    },
  };
}

async function openMigrated(target: DatabaseTarget, root: string): Promise<Database> {
  await migrateDatabase(target, migrationsFolder(root));
  return openPools(target);
}

async function openEmbedded({ dataDir, root }: Config, beforeStop: BeforeStop): Promise<Database> {
  await refuseUnfinished(dataDir);
  await refuseLost(dataDir);
  const [data = dataDir] = await databasesIn(dataDir);
  const explained = async (error: unknown) => withAdvice(asDamage(error, data), dataDir);
  const server = await startEmbedded({ root: dataDir, project: root }).catch(async (error: unknown) => {
    throw await explained(error);
  });
  const { host, user, database: name } = server;
  try {
    const database = await openMigrated({ kind: 'socket', host, user, database: name }, root);
    const close = async () => {
      try {
        await database.close();
        await beforeStop(database.target);
      } finally {
        await server.stop();
      }
    };
    return { ...database, close };
  } catch (error) {
    await server.stop();
    throw await explained(error);
  }
}

/**
 * Opens the database the settings name, with this release's tables: DATABASE_URL, or else the built-in PostgreSQL.
 * @throws EmbeddedServerError when the built-in one cannot be used, for instance because another process does
 */
export function openDatabase(
  config: Config,
  beforeStop: BeforeStop = () => Promise.resolve(),
): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbedded(config, beforeStop);
  return openMigrated({ kind: 'url', url: config.databaseUrl }, config.root);
}
