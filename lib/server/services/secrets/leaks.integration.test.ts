import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StepDocument } from '@/engine/index';
import { MASK } from '@/engine/index';
import type { App } from '../../compose';
import { untilEnded } from '../../testing/app';
import type { TestDatabase } from '../../testing/database';
import { openSecretApp } from './testing/app';
import { CANARY, leaks, SCHEME, tracesOf } from './testing/traces';

/** Keys have several lines, which no header may hold. */
const KEY = '-----BEGIN TEST-----\nXq4vZ8mKp2LwRt6Y\nBn3cHj7sDf9gQe5u\n-----END TEST-----\n';

let database: TestDatabase;
let app: App;
let server: Server;
let origin: string;
/** What the other side was sent. */
let received: { host: string | undefined; key: string | string[] | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => void reflect(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${portOf(server)}`;
  const opened = await openSecretApp();
  ({ app, database } = opened);
  const { add } = opened;
  await add('token', CANARY);
  await add('bound', CANARY, ['api.example.org']);
  await add('key', KEY);
  await add('scheme', `${SCHEME}:x`);
  await add('local', 'Vt5-local-only-3Kd', ['localhost']);
});

afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
});

const portOf = (listening: Server) => (listening.address() as AddressInfo).port;

/** Sends back what it was sent, in as many forms as the path says. */
async function reflect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readText(request);
  received.push({ host: request.headers.host, key: request.headers['x-key'] });
  const { pathname, search } = new URL(request.url ?? '/', origin);
  const seen = {
    headers: request.headers,
    search,
    query: Object.fromEntries(new URLSearchParams(search)),
    body,
  };
  const known = `${request.headers.authorization ?? ''}`.replace('Bearer ', '');
  const raw = Buffer.from(known, 'latin1').toString('utf8') || CANARY;
  switch (pathname) {
    case '/slow':
      return;
    case '/reset':
      request.socket.resetAndDestroy();
      return;
    case '/status':
      response
        .writeHead(403, { 'content-type': 'text/plain' })
        .end(`Forbidden for ${raw}: ${JSON.stringify(seen)}`);
      return;
    case '/redirect':
      response
        .writeHead(302, { location: `http://elsewhere.invalid/?token=${encodeURIComponent(raw)}` })
        .end();
      return;
    case '/leave':
      response.writeHead(307, { location: `${origin}/echo` }).end();
      return;
    case '/loop':
      response.writeHead(307, { location: `/loop${search}` }).end();
      return;
    case '/broken-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"token": ${raw}`);
      return;
    case '/broken-gzip':
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(raw);
      return;
    case '/large':
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(formsOf(raw, 2000)));
      return;
    case '/forms':
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-echo': encodeURIComponent(raw) })
        .end(JSON.stringify(formsOf(raw, 1)));
      return;
    default:
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(seen));
  }
}

function formsOf(raw: string, times: number) {
  const bytes = Buffer.from(raw);
  const forms = {
    [raw]: raw,
    json: JSON.stringify(raw),
    twice: JSON.stringify(JSON.stringify(raw)),
    uri: encodeURIComponent(raw),
    form: new URLSearchParams({ raw }).toString(),
    hex: bytes.toString('hex'),
    upper: bytes.toString('hex').toUpperCase(),
    base64: ['', 'a', 'ab'].map((before) => Buffer.from(before + raw).toString('base64')),
    url: ['', 'a', 'ab'].map((before) => Buffer.from(before + raw).toString('base64url')),
    html: raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  };
  return Array.from({ length: times }, () => forms);
}

const bearer = { authorization: 'Bearer {{secrets.token}}' };

/** One step for each way a secret may come back: params of a request, by what the step is about. */
const requests = (): Record<string, object> => ({
  header: { url: `${origin}/echo`, headers: { 'x-token': '{{secrets.key}}' } },
  query: { url: `${origin}/echo?t={{secrets.token}}&u=1` },
  query_param: { url: `${origin}/echo`, query: { t: '{{secrets.token}}' } },
  body: {
    url: `${origin}/echo`,
    method: 'POST',
    body: { token: '{{secrets.token}}', key: '{{secrets.key}}' },
  },
  text_body: { url: `${origin}/echo`, method: 'POST', body: 'a {{secrets.key}} b' },
  forms: { url: `${origin}/forms`, method: 'POST', body: '{{secrets.token}}' },
  as_file: {
    url: `${origin}/echo`,
    method: 'POST',
    body: 'a {{secrets.token}} b',
    response_format: 'file',
  },
  large: { url: `${origin}/large`, method: 'POST', body: '{{secrets.token}}' },
  status: { url: `${origin}/status`, method: 'POST', body: '{{secrets.token}}', expect_status: '2xx' },
  redirect: { url: `${origin}/redirect`, method: 'POST', body: '{{secrets.token}}' },
  loop: { url: `${origin}/loop?t={{secrets.token}}` },
  broken_json: { url: `${origin}/broken-json`, method: 'POST', body: '{{secrets.token}}' },
  as_json: {
    url: `${origin}/broken-json`,
    method: 'POST',
    body: '{{secrets.token}}',
    response_format: 'json',
  },
  broken_gzip: { url: `${origin}/broken-gzip`, method: 'POST', body: '{{secrets.token}}' },
  slow: { url: `${origin}/slow?t={{secrets.token}}`, timeout_seconds: 1 },
  reset: { url: `${origin}/reset?t={{secrets.token}}` },
  refused: { url: 'http://127.0.0.1:9/?t={{secrets.token}}' },
  tls: { url: `${origin.replace('http', 'https')}/?t={{secrets.token}}` },
  bad_url: { url: 'http://{{secrets.token}}' },
  no_url: { url: '{{secrets.token}}' },
  bad_scheme: { url: 'ftp://example.org/{{secrets.token}}' },
  own_scheme: { url: '{{secrets.scheme}}' },
  host: { url: 'http://{{secrets.token}}.invalid/' },
  user: { url: `${origin.replace('//', '//me:{{secrets.token}}@')}/echo` },
  port: { url: 'http://127.0.0.1:{{secrets.token}}/' },
  header_value: { url: `${origin}/echo`, headers: { 'x-token': 'a{{secrets.key}}' } },
  header_bearer: { url: `${origin}/echo`, headers: bearer },
  method: { url: `${origin}/echo`, method: '{{secrets.token}}' },
  seconds: { url: `${origin}/echo`, timeout_seconds: '{{secrets.token}}' },
  status_param: { url: `${origin}/echo`, expect_status: '{{secrets.token}}' },
  number: { url: `${origin}/{{secrets.token + 1}}` },
  integer: { url: `${origin}/{{int(secrets.token)}}` },
  field: { url: `${origin}/{{secrets.token.nothing}}` },
  pattern: { url: `${origin}/{{matches("x", secrets.token + "(")}}` },
  comparison: { url: `${origin}/{{secrets.token < 3}}` },
  elsewhere: { url: `{{params.origin}}/echo?t={{secrets.bound}}` },
});

describe('a secret that may be sent to one host', () => {
  test('is sent to no other, in 200 tries', async () => {
    const port = portOf(server);
    const hosts = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'];
    const names = ['localhost.localdomain', 'api.example.org.localhost', 'evil.localhost', 'xlocalhost'];
    const tries = [...hosts, ...names].flatMap((host) => [
      `http://${host}:${port}/echo`,
      `http://${host}:${port}/echo?localhost`,
      `http://${host}:${port}/localhost/`,
      `HTTP://${host}:${port}/#localhost`,
    ]);
    const leaving = Array.from(
      { length: 200 - tries.length },
      (_, at) => `http://localhost:${port}/leave?${at}`,
    );
    received = [];
    const steps = [
      {
        id: 'each',
        action: 'loop',
        params: {
          items: '{{params.urls}}',
          action: 'http_request',
          max_iterations: 200,
          parallel: true,
          on_item_failure: 'continue',
          action_params: { url: '{{item}}', headers: { 'x-key': '{{secrets.local}}' } },
        },
      },
    ];
    const params = { urls: { type: 'array', default: [...tries, ...leaving] } };
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Bound', params, steps }) });
    const run = await app.runs.start({ pipelineId: id });
    await untilEnded(app, run.id);
    const events = await app.runs.events({ id: run.id });
    const withKey = received.filter(({ key }) => key !== undefined);
    expect(withKey.map(({ host }) => host).filter((host) => host !== `localhost:${port}`)).toEqual([]);
    expect(withKey).toHaveLength(leaving.length);
    expect(events.filter(({ type }) => type === 'step_failed').length).toBeGreaterThanOrEqual(tries.length);
  }, 60_000);
});

describe('a secret in the hands of requests that go right and wrong', () => {
  let steps: StepDocument[];
  let runId: string;

  beforeAll(async () => {
    steps = Object.entries(requests()).map(([id, params]) => ({
      id,
      action: 'http_request',
      params: params as never,
      on_failure: 'continue',
    }));
    const params = { origin: { type: 'string', default: origin } };
    const document = JSON.stringify({ name: 'Leaks', params, steps });
    const { id } = await app.pipelines.create({ text: document });
    runId = (await app.runs.start({ pipelineId: id })).id;
    await untilEnded(app, runId);
  }, 60_000);

  test('is used, and seen by the other side', async () => {
    const events = JSON.stringify(await app.runs.events({ id: runId }));
    expect(events).toContain(MASK);
    expect(events).toContain('"step":"forms"');
  });

  test.each([
    ['of one line', CANARY],
    ['of several lines', KEY],
    ['that reads as the beginning of an address', SCHEME],
  ])('%s is in no row, no event and no answer', async (_, secret) => {
    const texts = await tracesOf(runId, { app, database });
    for (const [where, text] of Object.entries(texts))
      expect({ where, leaks: leaks(text, secret) }).toEqual({ where, leaks: [] });
  });

  test('is not sent to a host that is not on its list', async () => {
    const events = await app.runs.events({ id: runId });
    const failed = events.find((event) => event.type === 'step_failed' && event.step === 'elsewhere');
    expect(failed).toMatchObject({
      error: {
        kind: 'rejected',
        message: expect.stringContaining('The secret bound may be sent to api.example.org only'),
      },
    });
  });
});
