import { type AddressInfo, connect as connectTo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect, type DatabaseTarget } from './db/connect';
import { isStrayOfDriver } from './stray-errors';
import { createTestDatabase } from './testing/database';
import { until } from './testing/until';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

function dial(target: DatabaseTarget): Socket {
  if (target.kind === 'socket') return connectTo(`${target.host}/.s.PGSQL.5432`);
  const { hostname, port } = new URL(target.url);
  return connectTo(Number(port || 5432), hostname);
}

/** A server that stops when a client asks for types, which the driver does first on each connection. */
function stopsAtTypes(target: DatabaseTarget): Server {
  const server = createServer((client) => {
    const database = dial(target);
    for (const socket of [client, database]) socket.on('error', () => undefined);
    database.pipe(client);
    client.on('data', (bytes) => {
      if (!bytes.includes('pg_catalog.pg_type')) return void database.write(bytes);
      server.close();
      client.destroy();
      database.destroy();
    });
  });
  return server;
}

function throughPort(target: DatabaseTarget, port: number): DatabaseTarget {
  if (target.kind === 'socket')
    return { kind: 'url', url: `postgres://${target.user}@127.0.0.1:${port}/${target.database}` };
  const url = new URL(target.url);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { kind: 'url', url: url.href };
}

it('the error that the driver raises beside that of the query is recognised when a connection is cut at once', async () => {
  const database = await createTestDatabase();
  cleanups.push(() => database.close());
  const server = stopsAtTypes(database.target);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sql = connect(throughPort(database.target, port), { max: 1 });
  cleanups.push(() => sql.end({ timeout: 1 }));
  const stray: unknown[] = [];
  const note = (error: unknown) => stray.push(error);
  process.on('unhandledRejection', note);
  cleanups.push(() => process.off('unhandledRejection', note));

  await expect(sql`select 1`).rejects.toThrow();
  await until('the error of the driver', () => stray.length > 0);
  expect(stray.filter((error) => !isStrayOfDriver(error))).toEqual([]);
});
