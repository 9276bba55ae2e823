import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@/engine';
import { parseConnectionString } from '@/engine/actions/integration/connection_string';
import type {
  BoundText,
  SqlCommand,
  SqlConnection,
  SqlDatabases,
  SqlRequest,
  SqlResult,
} from '@/engine/ports';
import { createDialer, type Dialer } from '@/lib/server/adapters/egress';
import { policyOf } from '@/lib/server/adapters/egress/testing/policies';
import { startMariadb } from '@/lib/server/testing/mariadb';
import { startSecondPostgres } from '@/lib/server/testing/second-postgres';
import { createSqlDatabases } from '..';

/** A database under test, with shorthands for requests. */
export interface TestDatabase {
  readonly dialect: SqlConnection['dialect'];
  readonly connection: SqlConnection;
  readonly databases: SqlDatabases;
  /** Folder of SQLite databases. */
  readonly folder: string;
  /** Certificate of the server, in PEM. */
  readonly certificate: string;
  /** The connection string, with options. */
  url(options?: string): string;
  ask(command: SqlCommand, more?: Partial<SqlRequest>): Promise<SqlResult>;
  /** A query that may write; values replace `{}`. */
  write(sql: string, ...values: BoundText['values']): Promise<SqlResult>;
  /** A query that only reads. */
  read(sql: string, ...values: BoundText['values']): Promise<JsonObject[]>;
  stop(): Promise<void>;
}

/** Text in which values replace `{}`. */
export function bound(sql: string, values: BoundText['values'] = []): BoundText {
  return { parts: sql.split('{}'), values };
}

/** A dialer that reaches everything except Pipewright itself. */
export const openDialer = (): Dialer => createDialer(policyOf('open'));

/** Starts a real database. @returns undefined when it is not installed */
export async function startDatabase(dialect: SqlConnection['dialect']): Promise<TestDatabase | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pipewright-sql-'));
  const server = await startServer(dialect);
  if (server === undefined && dialect !== 'sqlite') return undefined;
  const url = server?.url ?? (() => 'sqlite:test.db');
  const connection = parseConnectionString(url());
  const databases = createSqlDatabases({ dialer: openDialer(), sqliteDir: folder });
  const ask: TestDatabase['ask'] = (command, more = {}) =>
    databases({
      connection,
      command,
      maxRows: 10_000,
      statementSeconds: 30,
      signal: new AbortController().signal,
      ...more,
    });
  return {
    dialect,
    connection,
    databases,
    folder,
    certificate: server?.certificate ?? '',
    url,
    ask,
    write: (sql, ...values) => ask({ do: 'query', text: bound(sql, values), mayWrite: true }),
    read: async (sql, ...values) => [
      ...(await ask({ do: 'query', text: bound(sql, values), mayWrite: false })).rows,
    ],
    stop: async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startServer(dialect: SqlConnection['dialect']) {
  if (dialect === 'postgres') return startSecondPostgres();
  return dialect === 'mysql' ? startMariadb() : Promise.resolve(undefined);
}

/** Reports prominently that some tests were skipped. */
export function notRun(what: string): void {
  process.stderr.write(`\n!!! NOT RUN: ${what}. Install mariadb-server to run it.\n\n`);
}
