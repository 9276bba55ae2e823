import type { SqlDatabases } from '@/engine/ports';
import type { SqlOptions } from './request';

/**
 * Runs SQL on databases of users. Each request has its own connection and transaction. Drivers load at their
 * first use.
 */
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
