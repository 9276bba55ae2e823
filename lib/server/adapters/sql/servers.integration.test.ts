import { createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ActionError } from '@/engine';
import { parseConnectionString } from '@/engine/actions/integration/connection_string';
import { freePort } from '@/lib/server/testing/free-port';
import { findMariadb } from '@/lib/server/testing/mariadb';
import { createSqlDatabases } from '.';
import { bound, notRun, openDialer, startDatabase, type TestDatabase } from './testing/databases';

const SCHEMES = { postgres: 'postgres', mysql: 'mysql' } as const;
const CANARY = 'kanarienvogel';

/** Asks a database of which only the connection string is known. */
function ask(url: string, more: { authorities?: string; signal?: AbortSignal } = {}) {
  const { authorities, signal = new AbortController().signal } = more;
  const sql = createSqlDatabases({
    dialer: openDialer(),
    sqliteDir: '/nonexistent',
    ...(authorities === undefined ? {} : { authorities }),
  });
  return sql({
    connection: parseConnectionString(url),
    command: { do: 'query', text: bound('select 1 as one'), mayWrite: false },
    maxRows: 10,
    statementSeconds: 10,
    signal,
  });
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    closers.push(() => socket.destroy());
    onConnection(socket);
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

describe.each(['postgres', 'mysql'] as const)('%s', (dialect) => {
  const scheme = SCHEMES[dialect];
  const isThere = dialect === 'postgres' || findMariadb() !== undefined;
  if (!isThere) notRun('connections to a real MariaDB');

  describe.runIf(isThere)('a real server', () => {
    let db: TestDatabase;
    beforeAll(async () => {
      const started = await startDatabase(dialect);
      if (!started) throw new Error('The database is not installed.');
      db = started;
    });
    afterAll(() => db?.stop());

    it.each(['disable', 'prefer', 'require'])('connects with sslmode=%s', async (mode) => {
      expect((await ask(db.url(`?sslmode=${mode}`))).rows).toEqual([{ one: 1 }]);
    });

    it('is encrypted on request', async () => {
      const connection = parseConnectionString(db.url('?sslmode=require'));
      const text = {
        postgres: 'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
        mysql: "show status like 'Ssl_cipher'",
      }[dialect];
      const { rows } = await db.ask({ do: 'query', text: bound(text), mayWrite: false }, { connection });
      expect(dialect === 'postgres' ? rows[0]?.ssl : rows[0]?.Value).toBeTruthy();
    });

    it('is refused by verify-full when its certificate is not trusted', async () => {
      await expect(ask(db.url('?sslmode=verify-full'))).rejects.toMatchObject({
        kind: 'connection_error',
        message: expect.stringMatching(/certificate/),
      });
    });

    it('connects with verify-full when its certificate is trusted and names the host', async () => {
      const url = db.url('?sslmode=verify-full').replace('127.0.0.1', 'localhost');
      expect((await ask(url, { authorities: db.certificate })).rows).toEqual([{ one: 1 }]);
    });

    it('reports a wrong user name or password, without the password', async () => {
      const url = `${scheme}://tester:${CANARY}@${new URL(db.url()).host}/shop`;
      const failure = await ask(url).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'rejected' });
      expect(String(failure)).toContain('user name or password');
      expect(JSON.stringify(failure) + String(failure)).not.toContain(CANARY);
    });

    it('reports a missing database', async () => {
      const failure = await ask(db.url().replace(/\/\w+$/, '/nowhere')).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'rejected' });
      expect(String(failure)).toContain('nowhere');
    });
  });

  it('reports that no server listens', async () => {
    const port = await freePort();
    await expect(ask(`${scheme}://u:${CANARY}@127.0.0.1:${port}/d`)).rejects.toMatchObject({
      kind: 'connection_error',
      code: 'ECONNREFUSED',
    });
  });

  it.each([
    ['hangs up at once', (socket: Socket) => void socket.destroy()],
    ['resets', (socket: Socket) => void socket.resetAndDestroy()],
    [
      'hangs up after the first bytes',
      (socket: Socket) => void socket.once('data', () => socket.destroy()).write(''),
    ],
  ])('reports when the server %s', async (_, behave) => {
    const port = await listen((socket) => {
      // MySQL's client waits for a greeting.
      if (dialect === 'mysql') setImmediate(() => socket.destroy());
      behave(socket);
    });
    const failure = await ask(`${scheme}://u:${CANARY}@127.0.0.1:${port}/d`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'connection_error' });
    expect(String(failure)).not.toContain(CANARY);
  });

  it('reports when the server uses another protocol', async () => {
    const port = await listen(
      (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'.repeat(10), () => socket.end()),
    );
    for (const mode of ['disable', 'require']) {
      const failure = await ask(`${scheme}://u:p@127.0.0.1:${port}/d?sslmode=${mode}`).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ kind: 'connection_error' });
    }
  });

  it('ends with the signal while the server does not respond', async () => {
    const reason = new ActionError('timeout', 'No answer in time.');
    const stop = new AbortController();
    const port = await listen(() => setImmediate(() => stop.abort(reason)));
    for (const mode of ['disable', 'prefer']) {
      const url = `${scheme}://u:p@127.0.0.1:${port}/d?sslmode=${mode}`;
      await expect(ask(url, { signal: stop.signal })).rejects.toBe(reason);
    }
  });
});

it('a PostgreSQL that offers no TLS is refused when it is required, and used when it is only preferred', async () => {
  const seen: number[] = [];
  const port = await listen((socket) => {
    socket.once('data', () => {
      socket.write('N');
      socket.once('data', (startup: Buffer) => {
        seen.push(startup.readInt32BE(4));
        socket.destroy();
      });
    });
  });
  const url = (mode: string) => `postgres://u:p@127.0.0.1:${port}/d?sslmode=${mode}`;
  await expect(ask(url('require'))).rejects.toMatchObject({
    kind: 'connection_error',
    code: 'TLS_NOT_OFFERED',
  });
  expect(seen).toEqual([]);
  await expect(ask(url('prefer'))).rejects.toMatchObject({ kind: 'connection_error' });
  expect(seen).toEqual([196_608]);
});

it('bytes that arrive together with PostgreSQL’s acceptance of TLS are refused as injected', async () => {
  const port = await listen((socket) => void socket.once('data', () => socket.write('Sevil')));
  await expect(ask(`postgres://u:p@127.0.0.1:${port}/d?sslmode=require`)).rejects.toMatchObject({
    kind: 'connection_error',
  });
});
