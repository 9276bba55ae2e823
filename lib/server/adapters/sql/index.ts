import type { SqlDatabases, SqlRequest } from '@/engine/ports';
import type { Dialer } from '../egress/dialer';

/** What reaching databases needs. */
export interface SqlOptions {
  readonly dialer: Dialer;
  /** Folder that holds SQLite databases, absolute; made when first needed. */
  readonly sqliteDir: string;
  /** Certificates of authorities, in PEM, to trust instead of the usual ones. */
  readonly authorities?: string;
}

/** A request to a server, as its adapter gets it. */
export type ServerRequest = SqlRequest & {
  readonly connection: Extract<SqlRequest['connection'], { host: string }>;
};

/** A request to a file. */
export type FileRequest = SqlRequest & {
  readonly connection: Extract<SqlRequest['connection'], { path: string }>;
};

/** Databases of people. Each request is a connection and a transaction of its own. Drivers load when first used. */
export function createSqlDatabases(options: SqlOptions): SqlDatabases {
  return async (request) => {
    const { connection } = request;
    if (connection.dialect === 'sqlite') {
      const { runSqlite } = await import('./sqlite/run');
      return runSqlite({ ...request, connection }, options.sqliteDir);
    }
    if (connection.dialect === 'mysql') {
      const { runMysql } = await import('./mysql/run');
      return runMysql({ ...request, connection }, options);
    }
    const { runPostgres } = await import('./postgres/run');
    return runPostgres({ ...request, connection }, options);
  };
}
