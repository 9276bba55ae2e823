/** docs/security.md#promises: what databases, mail servers and channels say, right and wrong, leaves no trace of a secret. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, type JsonObject, MASK, type RunEvent } from '@/engine';
import { notRun } from '../../adapters/sql/testing/databases';
import { untilEnded } from '../../testing/app';
import { freePort } from '../../testing/free-port';
import { type MailSink, startMailSink } from '../../testing/mail-sink';
import { findMariadb, startMariadb } from '../../testing/mariadb';
import { startSecondPostgres, type TestDatabaseServer } from '../../testing/second-postgres';
import { openSecretApp, type SecretApp } from './testing/app';
import { CANARY, leaks, SCHEME, tracesOf } from './testing/traces';

const ESCAPED = encodeURIComponent(CANARY);

let opened: SecretApp;
let folder: string;
const closers: (() => Promise<unknown> | undefined)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-leaks-'));
  opened = await openSecretApp(folder);
  await opened.add('token', CANARY);
  closers.push(() => opened.app.close());
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

/** Parameters of a step by subject, and the kind of its failure; `ok` when it does not fail. */
type Attempts = Readonly<Record<string, readonly [ends: string, params: JsonObject]>>;

/** Runs one step after the other, whatever becomes of them. @returns how each ended, and what the run left of the canary */
async function attempt(action: string, attempts: Attempts) {
  const ids = Object.keys(attempts);
  const steps = Object.entries(attempts).map(([id, [, params]], index) => ({
    id,
    action,
    params,
    depends_on: ids.slice(Math.max(0, index - 1), index),
    on_failure: 'continue',
  }));
  const { app } = opened;
  const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Leaks', steps }) });
  const run = await app.runs.start({ pipelineId: id });
  await untilEnded(app, run.id);
  const events = await app.runs.events({ id: run.id });
  const traces = await tracesOf(run.id, opened);
  return {
    endings: Object.fromEntries(events.flatMap(endingOf)),
    leaks: Object.entries(traces).flatMap(([where, text]) =>
      [CANARY, SCHEME]
        .flatMap((secret) => leaks(text, secret))
        .slice(0, 1)
        .map((part) => `${where}: ${around(text, part)}`),
    ),
    text: JSON.stringify(events),
  };
}

/** Where a part of the canary was found, for the message of a failed test. */
function around(text: string, part: string): string {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 200), at + 100);
}

function endingOf(event: RunEvent): [string, string][] {
  if (event.type === 'step_completed') return [[event.step, 'ok']];
  return event.type === 'step_failed' ? [[event.step, event.error.kind]] : [];
}

const expected = (attempts: Attempts) =>
  Object.fromEntries(Object.entries(attempts).map(([id, [ends]]) => [id, ends]));

/** A service that does with its connections what the test wants. @returns its port */
async function serve(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A PostgreSQL that wants the password in the clear, and repeats it as the reason for this code. */
function parrot(code: string): Server {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  return createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(message('R', Buffer.from([0, 0, 0, 3])));
      socket.once('data', (answer) => {
        const password = answer.subarray(5, -1).toString();
        const fields = ['SFATAL', `C${code}`, `M${password} is ${password}`, `D${password}`, ''];
        socket.end(message('E', Buffer.from(`${fields.join('\0')}\0`)));
      });
    });
  });
}

const query = (connection: string, text: string): JsonObject => ({
  connection,
  operation: 'query',
  query: text,
});

/** What fails in the same way in every dialect. */
const rowFailures = (connection: string): Attempts => ({
  read: ['ok', query(connection, 'select {{secrets.token}} as a, 1 as b')],
  shouted: ['ok', query(connection, 'select upper({{secrets.token}}) as a')],
  syntax: ['invalid_params', query(connection, 'select from where {{secrets.token}}')],
  unknown_table: [
    'rejected',
    { connection, operation: 'delete', table: '{{secrets.token}}', all_rows: true },
  ],
  unknown_column: [
    'rejected',
    { connection, operation: 'insert', table: 'guarded', data: { '{{secrets.token}}': 1 } },
  ],
  wanted_column: [
    'rejected',
    {
      connection,
      operation: 'update',
      table: 'guarded',
      data: { nothing: '{{secrets.token}}' },
      where: { id: 1 },
    },
  ],
  stored: [
    'ok',
    {
      connection,
      operation: 'insert',
      table: 'guarded',
      data: { id: 1, name: '{{secrets.token}}', amount: 1 },
    },
  ],
  twice: [
    'rejected',
    {
      connection,
      operation: 'insert',
      table: 'guarded',
      data: { id: 2, name: '{{secrets.token}}', amount: 1 },
    },
  ],
  check: [
    'rejected',
    {
      connection,
      operation: 'insert',
      table: 'guarded',
      data: { id: 3, name: 'no {{secrets.token}}', amount: -1 },
    },
  ],
  no_value: [
    'rejected',
    {
      connection,
      operation: 'insert',
      table: 'guarded',
      data: { id: 4, name: '{{secrets.token}}', amount: null },
    },
  ],
  where: [
    'ok',
    {
      connection,
      operation: 'update',
      table: 'guarded',
      data: { note: 'a {{secrets.token}} b' },
      where: { name: '{{secrets.token}}' },
    },
  ],
  all: ['ok', query(connection, 'select * from guarded where name = {{secrets.token}}')],
  read_only: ['invalid_params', query(connection, 'delete from guarded where name = {{secrets.token}}')],
  bad_connection: ['invalid_params', query('{{secrets.token}}', 'select 1')],
});

/** What fails where there is a server and a password. */
async function serverFailures(
  scheme: string,
  { host, port, user, database }: TestDatabaseServer,
): Promise<Attempts> {
  const { add } = opened;
  const at = (place: string, options = '') => `${scheme}://${user}:${ESCAPED}@${place}${options}`;
  const greeting = await serve(createServer((socket) => socket.end(`hello ${CANARY}\r\n`)));
  const hangUp = await serve(createServer((socket) => socket.destroy()));
  const urls: Record<string, [string, string]> = {
    wrong_password: ['rejected', at(`${host}:${port}/${database}`)],
    unknown_host: ['connection_error', at(`nowhere.invalid/${database}`)],
    refused: ['connection_error', at(`${host}:${await freePort()}/${database}`)],
    closed: ['connection_error', at(`${host}:${hangUp}/${database}`)],
    no_database_at_all: ['connection_error', at(`${host}:${greeting}/${database}`)],
    untrusted: ['connection_error', at(`localhost:${port}/${database}`, '?sslmode=verify-full')],
    no_tls: ['connection_error', at(`${host}:${hangUp}/${database}`, '?sslmode=require')],
    option: ['invalid_params', at(`${host}:${port}/${database}`, `?password=${ESCAPED}`)],
    not_escaped: ['invalid_params', `${scheme}://${user}:${CANARY}@${host}:${port}/${database}`],
    no_port: ['invalid_params', `${scheme}://${user}@${host}:${ESCAPED}/${database}`],
  };
  for (const [name, [, url]] of Object.entries(urls)) await add(`${scheme}_${name}`, url);
  return Object.fromEntries(
    Object.entries(urls).map(([name, [kind]]) => [
      name,
      [kind, query(`{{secrets.${scheme}_${name}}}`, 'select 1')] as const,
    ]),
  );
}

/** Raises the value that it is given, behind as many dots as the row says: once for each place where a message may be cut. */
const raised = (connection: string, text: string): Attempts =>
  Object.fromEntries(
    Array.from({ length: 34 }, (_, index) => [
      `raised_${index}`,
      [
        'rejected',
        {
          connection,
          operation: 'insert',
          table: 'raising',
          data: { dots: index === 0 ? 0 : 268 + index, secret: text },
        },
      ] as const,
    ]),
  );

async function prepare(connection: string, statements: readonly string[]): Promise<void> {
  const { endings } = await attempt(
    'database',
    Object.fromEntries(
      statements.map((text, index) => [
        `s${index}`,
        ['ok', { ...query(connection, text), allow_write: true }],
      ]),
    ),
  );
  expect(Object.values(endings)).toEqual(statements.map(() => 'ok'));
}

/** How codes of PostgreSQL end, other than `rejected`. */
const KINDS: Readonly<Record<string, string>> = { '57P03': 'connection_error', '42601': 'invalid_params' };

const TABLE =
  'create table guarded (id int primary key, name varchar(200) unique, amount int not null check (amount > 0), note varchar(200))';

describe('a secret sent to PostgreSQL', () => {
  let server: TestDatabaseServer;
  const connection = '{{secrets.postgres_right}}';

  beforeAll(async () => {
    server = await startSecondPostgres();
    closers.push(() => server.stop());
    await opened.add('postgres_right', server.url());
    await prepare(connection, [
      TABLE,
      'create table raising (dots int, secret text)',
      `create function raises() returns trigger language plpgsql as $$ begin raise exception '%', repeat('.', new.dots) || new.secret; end $$`,
      'create trigger raises before insert on raising for each row execute function raises()',
    ]);
  });

  test('is stored nowhere, whatever fails', async () => {
    const codes = [
      '28P01',
      '28000',
      '3D000',
      '42501',
      '42P01',
      '42601',
      '22P02',
      '53300',
      '57P03',
      'P0001',
      'XX000',
    ];
    const parrots: [string, [string, JsonObject]][] = [];
    for (const code of codes) {
      const name = `parrot_${code}`;
      await opened.add(name, `postgres://u:${ESCAPED}@127.0.0.1:${await serve(parrot(code))}/d`);
      const ends = KINDS[code] ?? 'rejected';
      parrots.push([name, [ends, query(`{{secrets.${name}}}`, 'select 1')]]);
    }
    const attempts: Attempts = {
      ...rowFailures(connection),
      ...(await serverFailures('postgres', server)),
      ...raised(connection, '{{secrets.token}}'),
      ...Object.fromEntries(parrots),
      bad_value: ['rejected', query(connection, 'select {{secrets.token}}::int')],
      bad_date: ['rejected', query(connection, 'select {{secrets.token}}::date')],
      bytes: ['ok', query(connection, "select convert_to({{secrets.token}}, 'UTF8') as a")],
      document: ['ok', query(connection, 'select jsonb_build_object({{secrets.token}}::text, 1) as a')],
      list: ['ok', query(connection, 'select array[{{secrets.token}}] as a')],
      slow: [
        'timeout',
        { ...query(connection, 'select pg_sleep(30), {{secrets.token}}::text'), timeout_seconds: 0.5 },
      ],
    };
    const run = await attempt('database', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(run.leaks).toEqual([]);
    expect(run.text).toContain(MASK);
  });
});

describe.runIf(findMariadb())('a secret in the hands of MariaDB', () => {
  let server: TestDatabaseServer;
  const connection = '{{secrets.mysql_right}}';

  beforeAll(async () => {
    const started = await startMariadb();
    if (!started) throw new Error('MariaDB is gone.');
    server = started;
    closers.push(() => server.stop());
    await opened.add('mysql_right', server.url());
    await prepare(connection, [
      TABLE,
      'create table raising (dots int, secret varchar(500))',
      `create trigger raises before insert on raising for each row
        begin
          declare said varchar(500) default concat(repeat('.', new.dots), new.secret);
          signal sqlstate '45000' set message_text = said;
        end`,
    ]);
  });

  test('is stored nowhere, whatever fails', async () => {
    const attempts: Attempts = {
      ...rowFailures(connection),
      ...(await serverFailures('mysql', server)),
      ...raised(connection, '{{secrets.token}}'),
      bad_value: [
        'rejected',
        {
          connection,
          operation: 'insert',
          table: 'guarded',
          data: { id: '{{secrets.token}}', name: 'x', amount: 1 },
        },
      ],
      slow: [
        'timeout',
        { ...query(connection, 'select sleep(30), {{secrets.token}}'), timeout_seconds: 0.5 },
      ],
    };
    const run = await attempt('database', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(run.leaks).toEqual([]);
    expect(run.text).toContain(MASK);
  });
});

if (!findMariadb()) notRun('secrets in the hands of MariaDB');

describe('a secret sent to SQLite', () => {
  const connection = 'sqlite:leaks.db';

  test('is stored nowhere, whatever fails', async () => {
    await prepare(connection, [
      TABLE,
      'create table raising (dots int, secret text)',
      `create trigger raises before insert on raising begin select json_extract('{}', substr(replace(hex(zeroblob(new.dots)), '00', '.'), 1, new.dots) || new.secret); end`,
    ]);
    const attempts: Attempts = {
      ...rowFailures(connection),
      ...raised(connection, '{{secrets.token}}'),
      file: ['invalid_params', query('sqlite:{{secrets.token}}.db', 'select 1')],
    };
    const run = await attempt('database', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(run.leaks).toEqual([]);
    expect(run.text).toContain(MASK);
  });
});

describe('a secret sent to mail servers', () => {
  const sinks: MailSink[] = [];
  const start = async (options: Parameters<typeof startMailSink>[0] = {}) => {
    const sink = await startMailSink({ hideSTARTTLS: true, allowInsecureAuth: true, ...options });
    sinks.push(sink);
    closers.push(() => sink.close());
    return sink.port;
  };

  test('is stored nowhere, whatever fails', async () => {
    const chatter = (dots: number) =>
      `550 5.1.1 ${'.'.repeat(dots)}Your password is ${CANARY} and ${ESCAPED}`;
    const refuse = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`r${at}@example.org`, chatter(150 + at)]),
    );
    const talking = await start({ refuse });
    const hangUp = await serve(createServer((socket) => socket.destroy()));
    const talker = await serve(createServer((socket) => socket.end(`554 Go away, ${CANARY}\r\n`)));
    const noSmtp = await serve(createServer((socket) => socket.end(`${CANARY}\r\n`)));
    const servers: Record<string, readonly [ends: string, server: string, options?: string]> = {
      right: ['ok', `127.0.0.1:${await start()}`],
      login: ['rejected', `127.0.0.1:${await start({ login: { user: 'me', password: 'other' } })}`],
      refused: ['connection_error', `127.0.0.1:${await freePort()}`],
      unknown_host: ['connection_error', 'nowhere.invalid'],
      closed: ['connection_error', `127.0.0.1:${hangUp}`],
      greeting: ['rejected', `127.0.0.1:${talker}`],
      no_smtp: ['connection_error', `127.0.0.1:${noSmtp}`],
      untrusted: ['connection_error', `localhost:${await start({ secure: true })}`, '?security=tls'],
      no_tls: ['connection_error', `127.0.0.1:${await start()}`, '?security=tls'],
      no_starttls: [
        'connection_error',
        `127.0.0.1:${await start({ disabledCommands: ['STARTTLS'] })}`,
        '?security=starttls',
      ],
      mail_refused: ['rejected', `127.0.0.1:${await start({ refuseMail: chatter(10) })}`],
      option: ['invalid_params', '127.0.0.1', `?password=${ESCAPED}`],
    };
    const attempts: Record<string, readonly [string, JsonObject]> = {};
    const mail = (smtp: string, to: Json): JsonObject => ({
      to,
      subject: 'x',
      body: 'x',
      from: 'me@example.org',
      smtp,
    });
    for (const [name, [ends, at, options = at.startsWith('127') ? '?security=none' : '']] of Object.entries(
      servers,
    )) {
      await opened.add(`smtp_${name}`, `smtp://me:${ESCAPED}@${at}${options}`);
      attempts[name] = [ends, mail(`{{secrets.smtp_${name}}}`, 'jo@example.org')];
    }
    await opened.add('smtp_talking', `smtp://me:${ESCAPED}@127.0.0.1:${talking}?security=none`);
    for (const address of Object.keys(refuse)) {
      const id = address.replace(/@.*/, '');
      attempts[id] = ['rejected', mail('{{secrets.smtp_talking}}', address)];
      attempts[`${id}_of_two`] = ['ok', mail('{{secrets.smtp_talking}}', [address, 'jo@example.org'])];
    }
    attempts.bad_server = ['invalid_params', mail('{{secrets.token}}', 'jo@example.org')];
    attempts.bad_address = ['invalid_params', mail('{{secrets.smtp_right}}', '{{secrets.token}}')];
    const run = await attempt('email', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(sinks.flatMap(({ logins }) => logins).some(({ password }) => password === CANARY)).toBe(true);
    expect(run.leaks).toEqual([]);
    expect(run.text).toContain(MASK);
  });
});

describe('a secret sent to channels', () => {
  let origin: string;
  const signed: (string | string[] | undefined)[] = [];

  beforeAll(async () => {
    const server = createHttpServer(async (request, response) => {
      const body = await readText(request);
      signed.push(request.headers['x-pipewright-signature']);
      const said = `${origin}${request.url} ${CANARY} ${ESCAPED} ${JSON.stringify(request.headers)} ${body}`;
      const status = Number(/\d{3}/.exec(request.url ?? '')?.[0] ?? 200);
      if (status === 599) return request.socket.resetAndDestroy();
      const location = status === 302 ? { location: `http://elsewhere.invalid/${ESCAPED}` } : {};
      const echo = { 'x-echo': ESCAPED, 'retry-after': CANARY.replace('é', ''), ...location };
      response.writeHead(status, { 'content-type': 'text/plain', ...echo }).end(said);
    });
    origin = `http://127.0.0.1:${await serve(server)}`;
  });

  test('is stored nowhere, whatever fails', async () => {
    const channels = ['chat_a', 'chat_b', 'webhook'] as const;
    const answers = [200, 302, 400, 401, 403, 404, 410, 413, 429, 500, 503, 599];
    const attempts: Record<string, readonly [string, JsonObject]> = {};
    const others: Record<string, readonly [string, string]> = {
      refused: ['connection_error', `http://127.0.0.1:${await freePort()}/${ESCAPED}`],
      unknown_host: ['connection_error', `http://nowhere.invalid/${ESCAPED}`],
      tls: ['connection_error', `${origin.replace('http', 'https')}/${ESCAPED}`],
      login: ['invalid_params', `${origin.replace('//', `//me:${ESCAPED}@`)}/x`],
      no_url: ['invalid_params', `${CANARY}/x`],
      scheme: ['invalid_params', `${SCHEME}:x`],
    };
    for (const [name, [, url]] of Object.entries(others)) await opened.add(`hook_${name}`, url);
    for (const status of answers)
      await opened.add(`hook_${status}`, `${origin}/${status}/${ESCAPED}?t=${ESCAPED}`);
    const notice = { message: 'x', webhook_secret: '{{secrets.token}}' };
    for (const channel of channels) {
      for (const [name, [ends]] of Object.entries(others)) {
        attempts[`${channel}_${name}`] = [
          ends,
          { ...notice, channel, webhook_url: `{{secrets.hook_${name}}}` },
        ];
      }
      for (const status of answers) {
        const failure = status === 599 ? 'connection_error' : 'rejected';
        const ends = status === 200 && channel !== 'chat_a' ? 'ok' : failure;
        attempts[`${channel}_${status}`] = [
          ends,
          { ...notice, channel, webhook_url: `{{secrets.hook_${status}}}` },
        ];
      }
    }
    const run = await attempt('notification', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(run.leaks).toEqual([]);
    expect(signed.some((text) => text !== undefined)).toBe(true);
  });

  test('is stored nowhere when it is a setting of the installation', async () => {
    await opened.add('SLACK_WEBHOOK_URL', `${origin}/403/${ESCAPED}`);
    await opened.add('TEAMS_WEBHOOK_URL', `${origin}/500/${ESCAPED}`);
    await opened.add('WEBHOOK_URL', `${origin}/400/${ESCAPED}`);
    await opened.add('WEBHOOK_SIGNING_KEY', CANARY);
    await opened.add('SMTP_URL', `smtp://me:${ESCAPED}@127.0.0.1:${await freePort()}`);
    await opened.add('MAIL_FROM', 'pipes@example.org');
    const attempts: Attempts = {
      slack: ['rejected', { message: 'x', channel: 'chat_a' }],
      teams: ['rejected', { message: 'x', channel: 'chat_b' }],
      webhook: ['rejected', { message: 'x', channel: 'webhook' }],
      email: ['connection_error', { message: 'x', channel: 'email', recipients: ['jo@example.org'] }],
    };
    signed.length = 0;
    const run = await attempt('notification', attempts);
    expect(run.endings).toEqual(expected(attempts));
    expect(signed.filter((text) => text !== undefined)).toHaveLength(1);
    expect(run.leaks).toEqual([]);
  });
});
