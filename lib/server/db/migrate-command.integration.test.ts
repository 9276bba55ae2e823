import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_ARGS } from '@/lib/server/testing/program';
import { startSecondPostgres } from '@/lib/server/testing/second-postgres';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let server: Awaited<ReturnType<typeof startSecondPostgres>>;
beforeAll(async () => {
  server = await startSecondPostgres();
});
afterAll(() => server?.stop());

/** Runs the real command with these variables. */
function migrate(env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  const args = [...COMMAND_ARGS, 'migrate'];
  const variables = { PATH: '/usr/bin:/bin', NODE_ENV: 'test', ...env } as const;
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: root, env: variables }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('pipewright migrate', () => {
  test('creates the tables in an empty database, and changes nothing when it runs again', async () => {
    const sql = postgres(server.url(), { max: 1 });
    const tables = () => sql`select table_schema, table_name from information_schema.tables order by 1, 2`;
    const before = await tables();
    const first = await migrate({ DATABASE_URL: server.url() });
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain('has the tables of this release.');
    expect(first.out).not.toContain(encodeURIComponent(server.password));
    const created = await tables();
    expect(created.length).toBeGreaterThan(before.length);
    expect(await migrate({ DATABASE_URL: server.url() })).toEqual(first);
    expect(await tables()).toEqual(created);
    await sql.end();
  });

  test('refuses a database that a newer release has migrated', async () => {
    const sql = postgres(server.url(), { max: 1 });
    await migrate({ DATABASE_URL: server.url() });
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
    const { code, err } = await migrate({ DATABASE_URL: server.url() });
    await sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`;
    await sql.end();
    expect(code).toBe(2);
    expect(err).toContain('older than the database');
  });

  test('asks for DATABASE_URL, and names a database that does not respond', async () => {
    expect((await migrate({})).err).toContain('DATABASE_URL must be set to the database to migrate.');
    const gone = await migrate({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
    expect(gone.code).toBe(2);
    expect(gone.err).toContain('postgres://127.0.0.1:1/none does not respond (');
    expect(gone.err).toContain('ECONNREFUSED');
    expect(gone.err).toContain('Start the database, or correct the host and port in DATABASE_URL.');
  });

  test('says what to correct in DATABASE_URL, without the password', async () => {
    const wrong = new URL(server.url());
    wrong.password = 'not-the-password';
    const login = await migrate({ DATABASE_URL: wrong.href });
    expect(login.err).toMatch(/ rejected the login \(.+\)\. Correct the user and password in DATABASE_URL\./);
    expect(login.err).not.toContain('not-the-password');
    const absent = new URL(server.url());
    absent.pathname = '/absent';
    const { err } = await migrate({ DATABASE_URL: absent.href });
    expect(err).toMatch(
      /\/absent does not exist \(.+\)\. Create the database, or correct its name in DATABASE_URL\./,
    );
  });

  test('names the reason when the database rejects a migration, without the statement', async () => {
    const sql = postgres(server.url(), { max: 1 });
    await sql`create role reader login password 'reader-password'`;
    await sql`revoke create on database ${sql(new URL(server.url()).pathname.slice(1))} from public`;
    const url = new URL(server.url());
    url.username = 'reader';
    url.password = 'reader-password';
    const { code, err } = await migrate({ DATABASE_URL: url.href });
    await sql`drop role reader`;
    await sql.end();
    expect(code).toBe(2);
    expect(err).toMatch(
      /could not be migrated to this release \(permission denied .+\)\. Its tables are unchanged\./,
    );
    expect(err).not.toMatch(/failed query|params:/i);
  });
});
