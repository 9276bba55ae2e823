import dns from 'node:dns/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type JsonObject, MASK, type StepDocument } from '@/engine';
import { addSecretInput } from '@/lib/contracts/secrets';
import type { App } from '../../compose';
import { untilEnded } from '../../testing/app';
import type { TestDatabase } from '../../testing/database';
import { openSecretApp } from './testing/app';
import { CANARY, leaks, SCHEME, tracesOf } from './testing/traces';

/** Keys have several lines, which no header may hold. */
const KEY = '-----BEGIN TEST-----\nXq4vZ8mKp2LwRt6Y\nBn3cHj7sDf9gQe5u\n-----END TEST-----\n';

/** An access key, whose signs end a host in the middle. */
const AWS = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzQ8v5Tk2L';

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
  await add('aws', AWS);
  await add('local_aws', `${AWS}+`, ['127.0.0.1']);
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
    case '/to-host':
      response.writeHead(302, { location: `http://${request.headers['x-aws']}/` }).end();
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
  no_url: { url: '{{secrets.token}}' },
  bad_scheme: { url: 'ftp://example.org/{{secrets.token}}' },
  own_scheme: { url: '{{secrets.scheme}}' },
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

/** Requests whose address a secret is a part of: no pipeline may hold them, and no run sends them. */
const misplaced = (): Record<string, JsonObject> => ({
  bad_url: { url: 'http://{{secrets.token}}' },
  host: { url: 'http://{{secrets.token}}.invalid/' },
  lookup: { url: 'http://{{secrets.aws}}/' },
  bound: { url: 'http://{{secrets.local_aws}}/' },
  folded: { url: 'http://{{lower(secrets.aws)}}/' },
  joined: { url: '{{"http://" + secrets.aws}}' },
  user: { url: `${origin.replace('//', '//me:{{secrets.token}}@')}/echo` },
  port: { url: 'http://127.0.0.1:{{secrets.token}}/' },
});

describe('a secret that is a part of an address', () => {
  test('is refused before a run, in every parameter', async () => {
    for (const [id, params] of Object.entries(misplaced())) {
      const steps = [{ id, action: 'http_request', params }];
      const { id: pipelineId } = await app.pipelines.create({
        text: JSON.stringify({ name: 'Refused', steps }),
      });
      await expect(app.runs.start({ pipelineId }), id).rejects.toMatchObject({
        details: [{ code: 'secret_exposed', step: id, path: 'params.url' }],
      });
    }
  });

  test('is refused in a run, without a look-up and without showing a part of it', async () => {
    const lookups = vi.spyOn(dns, 'lookup');
    // The action is known to the run alone, so nothing can be checked before.
    const steps = Object.entries(misplaced()).map(([id, action_params]) => ({
      id,
      action: 'loop',
      params: { items: [1], action: '{{params.action}}', action_params },
      on_failure: 'continue',
    }));
    const params = { action: { type: 'string', default: 'http_request' } };
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Refused', params, steps }) });
    const run = await app.runs.start({ pipelineId: id });
    await untilEnded(app, run.id);
    const events = await app.runs.events({ id: run.id });
    const failed = events.flatMap((event) =>
      event.type === 'step_failed' && event.iteration !== undefined ? [event] : [],
    );
    expect(failed.map(({ step }) => step).sort()).toEqual(Object.keys(misplaced()).sort());
    for (const { error } of failed) {
      expect(error).toMatchObject({ kind: 'invalid_params', path: 'params.url' });
      expect(error.message).toMatch(
        /A secret here becomes part of the (host|user|port|scheme) of the address/,
      );
    }
    expect(lookups).not.toHaveBeenCalled();
    lookups.mockRestore();
    for (const [where, text] of Object.entries(await tracesOf(run.id, { app, database }))) {
      const found = [CANARY, AWS].flatMap((secret) => [
        ...leaks(text, secret),
        ...leaks(text, secret.toLowerCase()),
      ]);
      expect({ where, leaks: found }).toEqual({ where, leaks: [] });
    }
  });

  test('is not looked up where a service redirects to it', async () => {
    const lookups = vi.spyOn(dns, 'lookup');
    const step = {
      id: 'led',
      action: 'http_request',
      params: { url: `${origin}/to-host`, headers: { 'x-aws': '{{secrets.aws}}' } },
    };
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Led', steps: [step] }) });
    const run = await app.runs.start({ pipelineId: id });
    await untilEnded(app, run.id);
    const [failed] = (await app.runs.events({ id: run.id })).filter(({ type }) => type === 'step_failed');
    expect(failed).toMatchObject({
      error: {
        kind: 'rejected',
        message: expect.stringContaining('an address whose host is a part of the secret aws'),
      },
    });
    expect(lookups).not.toHaveBeenCalled();
    lookups.mockRestore();
  });
});

describe('a secret that is a whole address', () => {
  test('is called, and its host is replaced by the name of the secret when it fails', async () => {
    const urls = {
      right: `${origin}/echo`,
      unknown: 'http://kanary7-host.invalid:48123/kanary7path',
      elsewhere: 'http://Kanary7-Other.invalid/kanary7path',
    };
    await app.secrets.add(addSecretInput.parse({ name: 'right', value: urls.right, hosts: [] }));
    await app.secrets.add(addSecretInput.parse({ name: 'unknown', value: urls.unknown, hosts: [] }));
    const bound = { name: 'elsewhere', value: urls.elsewhere, hosts: ['api.example.org'] };
    await app.secrets.add(addSecretInput.parse(bound));
    const steps = Object.keys(urls).map((name) => ({
      id: name,
      action: 'http_request',
      params: { url: `{{secrets.${name}}}` },
      on_failure: 'continue',
    }));
    const { id } = await app.pipelines.create({ text: JSON.stringify({ name: 'Whole', steps }) });
    const run = await app.runs.start({ pipelineId: id });
    await untilEnded(app, run.id);
    const events = await app.runs.events({ id: run.id });
    const ended = Object.fromEntries(
      events.flatMap((event) => {
        if (event.type === 'step_completed') return [[event.step, 'completed']];
        return event.type === 'step_failed' ? [[event.step, event.error.message]] : [];
      }),
    );
    expect(ended).toEqual({
      right: 'completed',
      unknown:
        'Cannot reach the host of the secret unknown: host not found. Check the spelling of the address.',
      elsewhere: expect.stringContaining(', not for the host of the secret elsewhere'),
    });
    for (const [where, text] of Object.entries(await tracesOf(run.id, { app, database }))) {
      // The port stands alone: the same digits turn up by chance within an id.
      expect({ where, shown: /kanary7|(?<![\w.])48123(?!\w)/i.exec(text)?.[0] }).toEqual({
        where,
        shown: undefined,
      });
    }
  });
});

describe('a secret that may be sent to one host', () => {
  test('is sent to no other, in 200 attempts', async () => {
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
  });
});

describe('a secret in requests that succeed and fail', () => {
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
  });

  test('is used, and received by the server', async () => {
    const events = JSON.stringify(await app.runs.events({ id: runId }));
    expect(events).toContain(MASK);
    expect(events).toContain('"step":"forms"');
  });

  test.each([
    ['of one line', CANARY],
    ['of several lines', KEY],
    ['that reads as the beginning of an address', SCHEME],
  ])('%s is in no row, no event and no response', async (_, secret) => {
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
        message: expect.stringContaining('The secret bound is allowed only for api.example.org'),
      },
    });
  });
});
