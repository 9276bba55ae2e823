import { randomBytes } from 'node:crypto';
import { connect, type DatabaseTarget } from '../db/connect';

/** The PostgreSQL of one test run, and the migrated database that each test file copies. */
export interface TestServer {
  readonly target: DatabaseTarget;
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** PIPEWRIGHT_TEST_DATABASE_URL, or "" to start a server for the run. */
    testDatabaseUrl: string;
    /** PIPEWRIGHT_KUBERNETES, or "" for the cache folder of this user. */
    kubernetesFolder: string;
    testServer: TestServer;
  }
}

/** The target of another database of the same server. */
export function atDatabase(target: DatabaseTarget, database: string): DatabaseTarget {
  if (target.kind === 'socket') return { ...target, database };
  const url = new URL(target.url);
  url.pathname = `/${database}`;
  return { kind: 'url', url: url.href };
}

/** A unique database name, so that test runs can share a server. */
export function freshName(purpose: string): string {
  return `pipewright_${purpose}_${randomBytes(6).toString('hex')}`;
}

/** Creates a database, as a copy of the template if there is one. */
export async function createDatabase(
  server: DatabaseTarget,
  name: string,
  template = 'template1',
): Promise<void> {
  const sql = connect(server, { max: 1 });
  try {
    await sql`create database ${sql(name)} template ${sql(template)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drops a database and closes its connections. */
export async function dropDatabase(server: DatabaseTarget, name: string): Promise<void> {
  const sql = connect(server, { max: 1 });
  try {
    await sql`drop database if exists ${sql(name)} with (force)`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
