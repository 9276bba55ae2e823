import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionError, type Json, type JsonObject } from '@/engine';
import { parseConnectionString } from '@/engine/actions/integration/connection_string';
import { checkColumn, checkTable } from '@/engine/actions/integration/sql_names';
import type { SqlCommand } from '@/engine/ports';
import { createDialer } from '@/lib/server/adapters/egress';
import { policyOf } from '@/lib/server/adapters/egress/testing/policies';
import { createSqlDatabases } from '.';
import { bound, openDialer, startDatabase, type TestDatabase } from './testing/databases';

const seed = 20_261_121;
const CANARY = 'kanarienvogel';

let db: TestDatabase;
/** A connection that does not go through what is tested. */
let witness: Sql;

beforeAll(async () => {
  const started = await startDatabase('postgres');
  if (!started || started.connection.dialect === 'sqlite') throw new Error('There is no PostgreSQL.');
  db = started;
  const { host, port, user, password, database } = started.connection;
  witness = postgres({ host, port, user, password, database, max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await witness?.end({ timeout: 1 });
  await db?.stop();
});

/** Texts of which attacks are made, mixed with any others. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 30, unit: 'binary' }) },
  {
    weight: 4,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          '`',
          ';',
          '--',
          '/*',
          '*/',
          '$1',
          '?',
          '\\',
          '""',
          ' as ',
          '(',
          ')',
          ' or 1=1 ',
          '; drop table guarded; ',
          '; delete from guarded; ',
          '$$',
          'x',
          ' ',
          '\n',
          '.',
          '%',
          '{{x}}',
          'ü',
          '\u2028',
          "'::text",
          'pg_sleep(9)',
          '" values (1)--',
        ),
        { minLength: 1, maxLength: 12 },
      )
      .map((pieces) => pieces.join('')),
  },
);

const anyValue: fc.Arbitrary<Json> = fc.oneof(
  hostile,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostile, { maxLength: 3 }),
  fc.dictionary(hostile, hostile, { maxKeys: 3 }),
);

/** What lies outside the target table, and how many tables there are. */
async function outside(): Promise<unknown> {
  const [row] = await witness`
    select (select json_agg(guarded) from guarded) as rows,
      (select count(*)::int from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as tables,
      (select count(*)::int from pg_roles) as roles`;
  return row;
}

describe('names and values in SQL', () => {
  beforeEach(async () => {
    await witness`drop table if exists guarded, target`;
    await witness`create table guarded (id int, name text)`;
    await witness`insert into guarded values (1, 'a'), (2, 'b')`;
    await witness`create table target (id int generated always as identity, name text, data text)`;
  });

  it('accepts 1,000 hostile names without changing anything except the named table', async () => {
    const before = await outside();
    let refused = 0;
    const commands = (name: string): SqlCommand[] => [
      { do: 'insert', table: name, rows: [{ name: 'x' }] },
      { do: 'insert', table: 'target', rows: [{ [name]: 'x' }] },
      { do: 'update', table: 'target', set: { [name]: 'x' }, where: [{ column: name, is: '=', value: 1 }] },
      { do: 'delete', table: name, where: [{ column: name, is: '=', value: 1 }] },
    ];
    await fc.assert(
      fc.asyncProperty(hostile, fc.nat(3), async (name, which) => {
        const command = commands(name)[which];
        if (!command || isRefused(name)) {
          refused += 1;
          return;
        }
        const failure = await db.ask(command).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(ActionError);
        expect(['42P01', '42703', '3F000', '0A000']).toContain((failure as ActionError).code);
      }),
      { seed, numRuns: 1000 },
    );
    expect(await outside()).toEqual(before);
    expect(await witness`select * from target`).toHaveLength(0);
    process.stderr.write(
      `T5 names: 1,000 cases (seed ${seed}), ${refused} refused before the database, 0 changes outside.\n`,
    );
  });

  function isRefused(name: string): boolean {
    try {
      checkTable(name, 'postgres');
      checkColumn(name, 'postgres', 'params.data');
      return false;
    } catch {
      return true;
    }
  }

  it('stores 1,000 hostile values as values', async () => {
    const before = await outside();
    const values = fc.sample(anyValue, { seed, numRuns: 1000 });
    const rows: JsonObject[] = [];
    for (const [index, value] of values.entries()) {
      // PostgreSQL keeps no NUL character and no half characters: they are refused, which the tests of failures show.
      const data = typeof value === 'string' ? clean(value) : JSON.parse(clean(JSON.stringify(value)));
      rows.push({ name: `n${index}`, data });
    }
    for (let start = 0; start < 500; start += 50) {
      await db.ask({ do: 'insert', table: 'target', rows: rows.slice(start, start + 50) });
    }
    for (const { name, data } of rows.slice(500)) {
      const text = bound('insert into target (name, data) values ({}, {}::text)', [
        name ?? null,
        data ?? null,
      ]);
      await db.ask({ do: 'query', text, mayWrite: true });
    }
    const stored = await witness`select name, data from target order by id`;
    expect(stored.map((row) => row.data)).toEqual(rows.map(({ data }) => textOf(data ?? null)));
    for (const { data } of rows.slice(0, 100)) {
      const where = [{ column: 'data', is: '=', value: textOf(data ?? null) ?? '' }] as const;
      await db.ask({ do: 'update', table: 'target', set: { name: 'seen' }, where });
      await db.read('select * from guarded where name = {} or id::text = {}', textOf(data ?? null), 'x');
    }
    expect(await witness`select * from target`).toHaveLength(1000);
    expect(await outside()).toEqual(before);
    process.stderr.write(
      `T5 values: 1,000 cases (seed ${seed}), each stored as it was, 0 changes outside.\n`,
    );
  });

  const clean = (text: string) => text.replace(/\0|\\u0000|\p{Surrogate}|\\ud[89a-f][0-9a-f]{2}/giu, '');

  function textOf(value: Json): string | null {
    if (value === null) return null;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
});

describe('connection strings', () => {
  let folder: string;
  let trap: Server;
  let trapPort: number;
  let reached = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pipewright-t28-'));
    trap = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
    trapPort = (trap.address() as { port: number }).port;
  });
  afterAll(async () => {
    trap?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const hostileStrings = (port: number): string[] => [
    ...['sslrootcert', 'sslcert', 'sslkey', 'sslcrl', 'passfile', 'service', 'servicefile', 'krbsrvname'].map(
      (option) => `postgres://u:${CANARY}@db.invalid/d?${option}=/etc/passwd`,
    ),
    ...['ssl-ca', 'ssl-cert', 'ssl-key', 'socketPath', 'infileStreamFactory', 'localInfile', 'flags'].map(
      (option) => `mysql://u:${CANARY}@db.invalid/d?${option}=/etc/passwd`,
    ),
    `postgres://u:${CANARY}@db.invalid/d?host=/var/run/postgresql`,
    `postgres://u:${CANARY}@db.invalid/d?host=127.0.0.1&port=${port}`,
    `postgres://u:${CANARY}@db.invalid/d?hostaddr=127.0.0.1`,
    `postgres://u:${CANARY}@%2Fvar%2Frun%2Fpostgresql/d`,
    `postgres:///d?host=/tmp&user=u&password=${CANARY}`,
    `host=/tmp user=u password=${CANARY} dbname=d`,
    `postgres://u:${CANARY}@db.invalid,127.0.0.1:${port}/d`,
    `postgres://u:${CANARY}@db.invalid/d?options=-c%20log_statement%3Dall`,
    `postgres://u%00options%00-c:${CANARY}@db.invalid/d`,
    `mysql://u:${CANARY}@(/var/run/mysqld/mysqld.sock)/d`,
    `postgres://u:${CANARY}@127.0.0.1:${port}/d`,
    `postgres://u:${CANARY}@localhost:${port}/d`,
    `postgres://u:${CANARY}@[::1]:${port}/d`,
    `postgres://u:${CANARY}@[::ffff:127.0.0.1]:${port}/d`,
    `postgres://u:${CANARY}@2130706433:${port}/d`,
    `postgres://u:${CANARY}@0x7f.1:${port}/d`,
    `mysql://u:${CANARY}@0:${port}/d`,
    `mysql://u:${CANARY}@10.0.0.1/d`,
    `mysql://u:${CANARY}@192.168.1.1:3306/d`,
    `postgres://u:${CANARY}@169.254.169.254:80/d`,
    `postgres://u:${CANARY}@[fd00:ec2::254]/d`,
    'sqlite:/etc/passwd',
    'sqlite:../../etc/passwd',
    'file:///etc/passwd',
    'file:shop.db?vfs=unix-none&mode=rwc',
    'sqlite:%2e%2e/%2e%2e/etc/passwd',
  ];

  it('refuses 40 hostile ones without a file, a socket file or a private address', async () => {
    const strings = hostileStrings(trapPort);
    expect(strings.length).toBeGreaterThanOrEqual(40);
    const connects = vi.spyOn(Socket.prototype, 'connect');
    const sql = createSqlDatabases({ dialer: createDialer(policyOf('public')), sqliteDir: folder });
    for (const text of strings) {
      const failure = await attempt(sql, text);
      expect(failure, text).toBeInstanceOf(ActionError);
      expect(['invalid_params', 'rejected'], text).toContain((failure as ActionError).kind);
      expect((failure as ActionError).message).not.toContain(CANARY);
    }
    expect(connects).not.toHaveBeenCalled();
    connects.mockRestore();
    expect(reached).toBe(0);
    process.stderr.write(
      `Connection strings: ${strings.length} strings, 0 files, 0 unix sockets, 0 dials.\n`,
    );
  });

  it('does not reach the database of the installation, also when private addresses are allowed', async () => {
    if (db.connection.dialect === 'sqlite') return;
    const { host, port } = db.connection;
    const dialer = createDialer(policyOf('open', { databases: [{ host, port }] }));
    const sql = createSqlDatabases({ dialer, sqliteDir: folder });
    for (const place of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f000001']) {
      const failure = await attempt(sql, `postgres://tester:${CANARY}@${place}:${port}/postgres`);
      expect(failure).toMatchObject({ kind: 'rejected' });
    }
  });

  async function attempt(sql: ReturnType<typeof createSqlDatabases>, text: string): Promise<unknown> {
    try {
      return await sql({
        connection: parseConnectionString(text),
        command: { do: 'query', text: bound('select 1'), mayWrite: false },
        maxRows: 1,
        statementSeconds: 5,
        signal: new AbortController().signal,
      });
    } catch (error) {
      return error;
    }
  }

  it('sends a secret only to its hosts, and into no file', async () => {
    const sql = createSqlDatabases({ dialer: openDialer(), sqliteDir: folder });
    const secrets = [{ name: 'shop', value: CANARY, hosts: ['db.example.org'] }];
    for (const connection of [db.connection, parseConnectionString('sqlite:shop.db')]) {
      const asked = sql({
        connection,
        command: { do: 'query', text: bound('select 1'), mayWrite: true },
        maxRows: 1,
        statementSeconds: 5,
        signal: new AbortController().signal,
        secrets,
      });
      await expect(asked).rejects.toMatchObject({ kind: 'rejected' });
    }
  });

  it('opens no file outside the folder through a link', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'pipewright-elsewhere-'));
    await writeFile(join(elsewhere, 'real.db'), '');
    await symlink(join(elsewhere, 'real.db'), join(folder, 'file.db'));
    await symlink(elsewhere, join(folder, 'folder'));
    await mkdir(join(folder, 'directory.db'));
    const sql = createSqlDatabases({ dialer: openDialer(), sqliteDir: folder });
    for (const name of ['file.db', 'folder/real.db', 'folder/new.db', 'directory.db']) {
      expect(await attempt(sql, `sqlite:${name}`), name).toMatchObject({ kind: 'rejected' });
    }
    await rm(elsewhere, { recursive: true, force: true });
  });
});

describe('other targets of a statement', () => {
  it.each([
    "attach database '/etc/passwd' as x",
    "/* a */ ATTACH 'x.db' as y",
    'detach database main',
    'pragma writable_schema = on',
    "vacuum into '/tmp/stolen.db'",
    'vacuum',
    "select load_extension('/tmp/evil.so')",
    'begin',
    '(attach database x as y)',
  ])('SQLite refuses %s', async (sql) => {
    const lite = await startDatabase('sqlite');
    try {
      await lite?.write('create table t (a)');
      await expect(lite?.write(sql)).rejects.toMatchObject({ kind: 'invalid_params' });
    } finally {
      await lite?.stop();
    }
  });

  it.each([
    "copy (select 1) to '/tmp/x'",
    'copy target from stdin',
    'listen x',
    "prepare transaction 'x'",
    'end',
  ])('PostgreSQL refuses %s', async (sql) =>
    expect(db.write(sql)).rejects.toMatchObject({ kind: 'invalid_params' }),
  );

  it('a read-only query of PostgreSQL cannot enable writing', async () => {
    await witness`create table if not exists target (id int generated always as identity, name text, data text)`;
    const itself = "with a as (select set_config('transaction_read_only', 'off', true)) select * from a";
    await expect(db.read(itself)).rejects.toMatchObject({ kind: 'rejected', code: '25001' });
    await expect(db.read("select nextval('target_id_seq')")).rejects.toMatchObject({
      kind: 'invalid_params',
    });
  });
});
