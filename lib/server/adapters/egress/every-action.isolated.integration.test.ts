/** docs/security.md#promises: no action has a way out that does not pass the dialer. */
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionError } from '@/engine';
import type { EffectDefinition } from '@/engine/action';
import type { ActionContext } from '@/engine/action-context';
import { parseConnectionString } from '@/engine/actions/integration/connection_string';
import { database } from '@/engine/actions/integration/database';
import { email } from '@/engine/actions/integration/email';
import { httpRequest } from '@/engine/actions/integration/http_request';
import { notification } from '@/engine/actions/integration/notification';
import { cloudModelAdd } from '@/engine/actions/model/cloud_model_add';
import { modelAdd } from '@/engine/actions/model/model_add';
import { modelBenchmark } from '@/engine/actions/model/model_benchmark';
import type { MailRequest, SqlRequest } from '@/engine/ports';
import { fakeContext, perform } from '@/engine/testing/fakes';
import { startMariadb } from '@/lib/server/testing/mariadb';
import { startSecondPostgres, type TestDatabaseServer } from '@/lib/server/testing/second-postgres';
import { until } from '@/lib/server/testing/until';
import { createDownload, createHttp } from '../http';
import { createMail } from '../mail';
import { listedModels } from '../models/cloud/listed-models';
import { streamChat } from '../models/cloud/stream-chat';
import { createSources } from '../models/sources';
import { createSqlDatabases } from '../sql';
import { notRun } from '../sql/testing/databases';
import { createDialer, type Dialer } from '.';
import type { DialTarget } from './dialer';
import type { EgressMode } from './policy';
import { policyOf } from './testing/policies';
import { failureOf, serveRaw } from './testing/services';

/** Every socket that this process connects meanwhile. */
const sockets: net.Socket[] = [];

beforeEach(() => {
  sockets.length = 0;
  const { connect } = net.Socket.prototype;
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (
    this: net.Socket,
    ...args: unknown[]
  ) {
    sockets.push(this);
    return Reflect.apply(connect, this, args);
  });
});
afterEach(() => void vi.restoreAllMocks());

/** A dialer that remembers what it made. */
function watched(mode: EgressMode): Dialer & { readonly made: Set<net.Socket> } {
  const dialer = createDialer(policyOf(mode), { lookup: async () => ['127.0.0.1'] });
  const made = new Set<net.Socket>();
  const connect = async (target: DialTarget) => {
    const socket = await dialer.connect(target);
    made.add(socket);
    return socket;
  };
  return { check: dialer.check, connect, made };
}

function contextOver(dialer: Dialer, at: string) {
  const http = createHttp({ dialer });
  const mail = createMail({ dialer });
  const sql = createSqlDatabases({ dialer, sqliteDir: '/nowhere' });
  const from = async (name: string) => (name === 'mail_from' ? 'me@example.org' : undefined);
  return fakeContext({
    http,
    mail: (request: Omit<MailRequest, 'secrets'>) => mail(request),
    sql: (request: Omit<SqlRequest, 'secrets'>) => sql(request),
    bound: () => ({ parts: ['select 1'], values: [] }),
    setting: from,
    models: modelsOver(dialer, at),
  });
}

/** Adds a model as the registry does, as far as it reaches outside: the plan, then every file. */
function modelsOver(dialer: Dialer, at: string): ActionContext['models'] {
  const endpoint = new URL(`http://${at}`);
  const sources = createSources({
    download: createDownload({ dialer }),
    http: createHttp({ dialer }),
    hubEndpoint: endpoint,
    localFolders: [],
    s3: { endpoint, region: 'x', isPathStyle: true, credentials: undefined, waitsMs: [] },
    gcsEndpoint: endpoint,
  });
  const closed = () => Promise.reject(new Error('The service closes every connection.'));
  return {
    async add(model, signal) {
      const { files } = await sources[model.source].plan({ ...model, signal });
      for (const file of files) await file.open({ offset: 0, version: undefined }, signal);
      return closed();
    },
    async addCloud({ provider, baseUrl, apiKey }, signal) {
      await listedModels(createHttp({ dialer }), { provider, baseUrl, apiKey }, signal);
      return closed();
    },
    delete: closed,
    read: closed,
    async benchmark({ modelId, maxTokens }, signal) {
      const access = { provider: 'openai_compatible', baseUrl: endpoint.href, apiKey: undefined } as const;
      await streamChat(createDownload({ dialer }), access, {
        model: modelId,
        prompt: 'x',
        maxTokens,
        signal,
      });
      return closed();
    },
  };
}

const ACTIONS: [string, EffectDefinition, (at: string) => Record<string, unknown>][] = [
  ['http_request', httpRequest, (at) => ({ url: `http://${at}/`, method: 'POST', body: {} })],
  ['http_request, https', httpRequest, (at) => ({ url: `https://${at}/` })],
  [
    'notification, webhook',
    notification,
    (at) => ({ message: 'x', channel: 'webhook', webhook_url: `http://${at}/` }),
  ],
  [
    'notification, chat_a',
    notification,
    (at) => ({ message: 'x', channel: 'chat_a', webhook_url: `http://${at}/` }),
  ],
  [
    'notification, chat_b',
    notification,
    (at) => ({ message: 'x', channel: 'chat_b', webhook_url: `http://${at}/` }),
  ],
  [
    'email',
    email,
    (at) => ({ to: 'a@example.org', subject: 'x', body: 'x', smtp: `smtp://${at}?security=none` }),
  ],
  ['email, tls', email, (at) => ({ to: 'a@example.org', subject: 'x', body: 'x', smtp: `smtps://${at}` })],
  ['model_add, url', modelAdd, (at) => ({ model_source: 'url', model_uri: `http://${at}/model` })],
  ['model_add, model_hub', modelAdd, () => ({ model_source: 'model_hub', model_uri: 'acme/tiny' })],
  ['model_add, s3', modelAdd, () => ({ model_source: 's3', model_uri: 's3://models/tiny' })],
  ['model_add, gcs', modelAdd, () => ({ model_source: 'gcs', model_uri: 'gs://models/tiny' })],
  [
    'cloud_model_add',
    cloudModelAdd,
    (at) => ({ provider: 'openai_compatible', model_id: 'tiny', base_url: `http://${at}/v1` }),
  ],
  ['model_benchmark', modelBenchmark, () => ({ model_id: 'mdl_1' })],
  ...['postgres', 'mysql'].flatMap((scheme) =>
    ['disable', 'prefer', 'verify-full'].map((mode): (typeof ACTIONS)[number] => [
      `database, ${scheme} with sslmode=${mode}`,
      database,
      (at) => ({
        connection: `${scheme}://u:p@${at}/d?sslmode=${mode}`,
        operation: 'query',
        query: 'select 1',
      }),
    ]),
  ),
];

describe.each(ACTIONS)('%s', (_, action, paramsFor) => {
  const attempt = async (dialer: Dialer, host: string) => {
    const at = (await serveRaw((socket) => socket.end())).replace('http://127.0.0.1', host);
    return perform(action, paramsFor(at), contextOver(dialer, at)).then(
      () => undefined,
      (error: { kind?: string }) => error.kind,
    );
  };

  it.each(['127.0.0.1', 'localhost'])('opens no connection of its own to %s', async (host) => {
    const dialer = watched('open');
    await attempt(dialer, host);
    expect(dialer.made.size).toBe(1);
    expect(sockets.map((socket) => dialer.made.has(socket))).toEqual([true]);
  });

  it.each(['127.0.0.1', 'localhost'])('opens no connection to %s when it is refused', async (host) => {
    expect(await attempt(watched('public'), host)).toBe('rejected');
    expect(sockets).toEqual([]);
  });
});

describe.each([
  [
    'PostgreSQL',
    startSecondPostgres,
    'select pg_sleep(60)',
    "select 1 from pg_stat_activity where query ~ '^select pg_sleep'",
  ],
  [
    'MariaDB',
    startMariadb,
    'select sleep(60)',
    "select 1 from information_schema.processlist where info = 'select sleep(60)'",
  ],
] as const)('a statement on %s that is stopped', (name, start, slow, running) => {
  let server: TestDatabaseServer | undefined;
  beforeAll(async () => {
    server = await start();
    if (!server) notRun(`stopping statements on ${name}`);
  });
  afterAll(() => server?.stop());

  it('is stopped through a connection of the dialer', async ({ skip }) => {
    if (!server) return skip();
    const connection = parseConnectionString(server.url());
    const dialer = watched('open');
    const databases = createSqlDatabases({ dialer, sqliteDir: '/nowhere' });
    const query = (text: string, signal: AbortSignal) =>
      databases({
        connection,
        command: { do: 'query', text: { parts: [text], values: [] }, mayWrite: false },
        maxRows: 10,
        statementSeconds: 60,
        signal,
      });
    const stop = new AbortController();
    const stopped = failureOf(query(slow, stop.signal));
    await until('the slow statement', async () => {
      const { rowCount } = await query(running, AbortSignal.timeout(30_000));
      return rowCount > 0;
    });
    const before = dialer.made.size;
    stop.abort(new ActionError('cancelled', 'Enough.'));
    expect((await stopped).kind).toBe('cancelled');
    expect(dialer.made.size).toBe(before + 1);
    expect(sockets.filter((socket) => !dialer.made.has(socket))).toEqual([]);
  });
});
