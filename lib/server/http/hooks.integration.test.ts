import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MASK } from '@/engine';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { addTriggerInput, type TriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../compose';
import { openTestApp, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { answerHook } from './hooks';
import { recordSentHeaders } from './sent-headers';
import { createServe } from './serve';

let app: App;
let database: TestDatabase;
let server: Server;
let origin: string;
const hasShellTools = ['curl', 'openssl'].every((tool) => spawnSync(tool, ['version']).error === undefined);

/** Bytes that the server was sent by the newest request. */
let received = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
  await app.secrets.add({ name: 'hook_key', value: 'a very secret key', description: '', hosts: [] });
  server = createServer(serve).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});

const route = createServe(() => Promise.resolve(app))(triggerEndpoints.receive, answerHook);

/** Answers over a real socket, as the web server does. */
async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  received = 0;
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  incoming.pause();
  const url = new URL(incoming.url ?? '/', origin);
  recordSentHeaders(incoming.headers);
  // Next adds these unless the caller sent them.
  incoming.headers['x-forwarded-proto'] ??= 'http';
  incoming.headers['x-forwarded-for'] ??= '127.0.0.1';
  const headers = new Headers(incoming.headers as Record<string, string>);
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  const request = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  const response = await route(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const PARAMS = { ref: { default: 'none' }, count: { type: 'integer', default: 0 } };
const LOG = [{ id: 'a', action: 'log', params: { message: '{{params.ref}}' } }];

async function hook(
  config: Extract<TriggerInput, { type: 'webhook' }>['config'] = {},
  more: { steps?: object[]; params?: object; given?: Record<string, string>; outputs?: object } = {},
) {
  const { steps = LOG, params = PARAMS, given = {}, outputs = {} } = more;
  const text = JSON.stringify({ name: 'Hooked', params, steps, outputs });
  const { id: pipelineId } = await app.pipelines.create({ text });
  const trigger = { type: 'webhook', name: 'Push', config, params: given } as const;
  return app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
}

type Hook = Awaited<ReturnType<typeof hook>>;

async function call({ path }: Pick<Hook, 'path'>, body: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string';
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { ...(isText ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isText ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

function deliveries({ id }: Hook) {
  return app.triggers.deliveries({ triggerId: id, limit: 200 }).then((page) => page.deliveries);
}

describe('a webhook', () => {
  it('starts a run with the request, from any site', async () => {
    const made = await hook();
    const { status, headers, body } = await call(
      made,
      { ref: 'main', count: 3 },
      { origin: 'https://evil.example' },
    );
    expect(status).toBe(202);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const run = await untilEnded(app, body.run.id);
    expect(run).toMatchObject({ status: 'completed', trigger: 'webhook', params: { ref: 'main', count: 3 } });
    expect(await deliveries(made)).toMatchObject([{ outcome: 'started', run: { id: run.id, number: 1 } }]);
  });

  it('accepts forms and text', async () => {
    const type = 'application/x-www-form-urlencoded';
    const form = await call(await hook(), 'ref=a+b&count=4', { 'content-type': type });
    expect((await untilEnded(app, form.body.run.id)).params).toEqual({ ref: 'a b', count: 4 });
    const given = { ref: '{{trigger.body}} {{trigger.query.x}} {{trigger.method}}' };
    const made = await hook({}, { given });
    const text = await call({ path: `${made.path}?x=1` }, 'hello', { 'content-type': 'text/plain' });
    expect((await untilEnded(app, text.body.run.id)).params).toMatchObject({ ref: 'hello 1 POST' });
  });

  it('is equally not found when the address is wrong, it is disabled, or does not exist', async () => {
    const made = await hook();
    const answers = [
      await call({ path: `/api/v1/hooks/${made.id}/wrong` }, {}),
      await call({ path: made.path?.replace(made.id, 'trg_none') ?? '' }, {}),
    ];
    await app.triggers.enable({ id: made.id, enabled: false });
    answers.push(await call(made, {}));
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ ...answers[0], headers: undefined });
    expect(answers[0]?.status).toBe(404);
    expect(await deliveries(made)).toEqual([]);
  });

  it('responds only to hosts of this server', async () => {
    const made = await hook();
    const request = new Request(`http://evil.example${made.path}`, {
      method: 'POST',
      headers: { host: 'evil.example' },
      body: '{}',
    });
    expect((await route(request)).status).toBe(403);
  });

  it.each([
    ['{"a":', { 'content-type': 'application/json' }, 400],
    ['['.repeat(1000), { 'content-type': 'application/json' }, 400],
    ['\u0000', { 'content-encoding': 'gzip' }, 400],
    ['a', { 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['{"count":"many"}', { 'content-type': 'application/json' }, 422],
  ])('refuses %.20j', async (text, headers, status) => {
    const { body, ...answer } = await call(await hook(), text, headers);
    expect({ status: answer.status, message: body.message }).toEqual({ status, message: expect.any(String) });
    if (status === 422) expect(body.details).toMatchObject([{ path: 'params.count' }]);
  });

  it('reports the param that its templates could not fill', async () => {
    const made = await hook({}, { given: { ref: '{{trigger.body.missing}}' } });
    expect(await call(made, {})).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
    expect(await deliveries(made)).toMatchObject([{ outcome: 'refused', reason: 'invalid', run: null }]);
  });

  it('stops reading a body that is too large', async () => {
    const made = await hook();
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 50) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    const request = new Request(`${origin}${made.path}`, { ...init, headers: { host: 'localhost' } });
    const response = await route(request);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(15);

    const announced = await fetch(`${origin}${made.path}`, {
      method: 'POST',
      body: Buffer.alloc(50 * 1024 * 1024),
    });
    expect(announced.status).toBe(413);
    expect(received).toBeLessThan(1024 * 1024);
    expect(await deliveries(made)).toEqual([]);
  });
});

describe('a webhook that checks a signature', () => {
  const config = { signature: { secret: 'hook_key' } };
  const sign = (text: string, key = 'a very secret key') =>
    `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;

  it('accepts a valid one, and refuses all others', async () => {
    const made = await hook(config);
    const text = '{"ref":"ü"}';
    const send = (signature?: string) =>
      call(made, text, {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
      });
    expect((await send(sign(text))).status).toBe(202);
    for (const wrong of [
      undefined,
      '',
      sign(`${text} `),
      sign(text, 'other'),
      sign(text).slice(7),
      'sha256=zz',
    ]) {
      expect((await send(wrong)).status, String(wrong)).toBe(401);
    }
    // However many refused requests: one record a minute, two when the minute changed meanwhile.
    const [refused, ...rest] = (await deliveries(made)).filter(({ outcome }) => outcome === 'refused');
    expect(refused).toMatchObject({ reason: 'unauthorized' });
    expect(rest.length).toBeLessThanOrEqual(1);
  });

  it.skipIf(!hasShellTools)('takes what the example of the documentation sends', async () => {
    const made = await hook(config);
    const docs = await readFile('docs/triggers.md', 'utf8');
    const script = docs.split('```sh\n')[1]?.split('```')[0] ?? '';
    expect(script).toContain("'http://localhost:3000/api/v1/hooks/<trigger>/<token>'");
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', script.replace('http://localhost:3000/api/v1/hooks/<trigger>/<token>', `${origin}${made.path}`)],
      {
        env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_ENV: 'test', SIGNING_SECRET: 'a very secret key' },
      },
    );
    const run = await untilEnded(app, JSON.parse(stdout).run.id);
    expect(run.params).toEqual({ ref: 'main', count: 0 });
  });

  it('checks a secret in a header before it reads the body, and hides it from runs', async () => {
    const made = await hook(
      { header: { name: 'X-Api-Key', secret: 'hook_key' } },
      {
        params: { headers: { type: 'object' } },
        steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
      },
    );
    expect((await call(made, {}, { 'x-api-key': 'wrong' })).status).toBe(401);
    const headers = {
      'x-api-key': 'a very secret key',
      authorization: 'Bearer t',
      cookie: 'c=1',
      'x-kept': 'yes',
    };
    const { status, body } = await call(made, {}, headers);
    expect(status).toBe(202);
    const { params } = await untilEnded(app, body.run.id);
    expect(params.headers).toMatchObject({ 'x-kept': 'yes' });
    expect(JSON.stringify(params)).not.toMatch(/very secret|Bearer|c=1/);
  });

  it('passes the headers of the caller to its run, without those that the server added', async () => {
    const made = await hook(
      {},
      {
        params: { headers: { type: 'object' } },
        steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
      },
    );
    const { body } = await call(made, {}, { 'x-forwarded-for': '203.0.113.9', 'x-kept': 'yes' });
    const { headers } = (await untilEnded(app, body.run.id)).params;
    expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-kept': 'yes' });
    expect(Object.keys(Object(headers))).not.toContain('x-forwarded-proto');
    expect(Object.keys(Object(headers))).not.toContain('x-pipewright-sent');
  });

  it('refuses every call when its secret was deleted, and records that in its history', async () => {
    await app.secrets.add({ name: 'fleeting', value: 'x', description: '', hosts: [] });
    const made = await hook({ signature: { secret: 'fleeting' } });
    const secret = (await app.secrets.list()).find(({ name }) => name === 'fleeting');
    expect(secret?.usedBy).toEqual([{ id: made.pipelineId, name: 'Hooked' }]);
    await app.secrets.remove({ name: 'fleeting' });
    expect(await call(made, {})).toMatchObject({
      status: 503,
      body: { message: expect.not.stringMatching(/fleeting/) },
    });
    expect(await deliveries(made)).toMatchObject([
      { reason: 'internal', detail: expect.stringMatching(/fleeting/) },
    ]);
  });
});

describe('a repeated delivery', () => {
  it.each(['Idempotency-Key', 'X-GitHub-Delivery'])('is the same run, known by %s', async (header) => {
    const made = await hook();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call(made, { ref: 'main' }, { [header]: 'one' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(1);
    const { runs } = await app.runs.list({ pipeline: made.pipelineId, limit: 10 });
    expect(runs).toHaveLength(1);
    expect((await call(made, { ref: 'main' }, { [header]: 'two' })).body.run.number).toBe(2);
  });

  it('may succeed after it was refused', async () => {
    const made = await hook();
    const headers = { 'idempotency-key': 'again' };
    expect((await call(made, { count: 'many' }, headers)).status).toBe(422);
    expect((await call(made, { count: 1 }, headers)).status).toBe(202);
  });
});

describe('a signed delivery', () => {
  const text = '{"ref":"main"}';
  const type = { 'content-type': 'application/json' };
  const runsOf = async ({ pipelineId }: Hook) =>
    (await app.runs.list({ pipeline: pipelineId, limit: 10 })).runs;

  it('starts one run whatever its id, and a repeat returns that run', async () => {
    const made = await hook({ signature: { secret: 'hook_key' } });
    const hex = createHmac('sha256', 'a very secret key').update(text).digest('hex');
    const send = (name: string, digits = hex) =>
      call(made, text, { ...type, 'x-hub-signature-256': `sha256=${digits}`, 'x-github-delivery': name });
    const first = await send('one');
    expect(first.body).toEqual({ run: { id: expect.any(String), number: 1 } });
    for (const repeat of [await send('one'), await send('two'), await send('three', hex.toUpperCase())]) {
      expect(repeat).toMatchObject({ status: 202, body: { run: first.body.run, repeated: true } });
    }
    expect(await runsOf(made)).toHaveLength(1);
  });

  it('is another one when its body differs, also with the same id', async () => {
    const made = await hook({ signature: { secret: 'hook_key' } });
    for (const body of ['{"ref":"a"}', '{"ref":"b"}']) {
      const hex = createHmac('sha256', 'a very secret key').update(body).digest('hex');
      const headers = { ...type, 'x-hub-signature-256': `sha256=${hex}`, 'idempotency-key': 'one' };
      expect((await call(made, body, headers)).status).toBe(202);
    }
    expect(await runsOf(made)).toHaveLength(2);
  });

  it('starts a run for each call without a signature', async () => {
    const made = await hook({ header: { name: 'x-token', secret: 'hook_key' } });
    const headers = { 'x-token': 'a very secret key' };
    for (const number of [1, 2])
      expect((await call(made, {}, headers)).body).toEqual({ run: { id: expect.any(String), number } });
  });

  describe('after Standard Webhooks', () => {
    const key = Buffer.from('a key of some bytes');
    const now = () => Math.floor(Date.now() / 1000);
    const sign = (id: string, seconds: number, body = text, by: string | Buffer = key) =>
      `v1,${createHmac('sha256', by).update(`${id}.${seconds}.${body}`).digest('base64')}`;
    const headersOf = (id: string, seconds: number, signature: string) => ({
      ...type,
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature,
    });
    const send = (made: Hook, id: string, seconds = now(), signature = sign(id, seconds)) =>
      call(made, text, headersOf(id, seconds, signature));
    const standard = () => hook({ signature: { kind: 'standard', secret: 'standard_key' } });

    beforeAll(async () => {
      const value = `whsec_${key.toString('base64')}`;
      await app.secrets.add({ name: 'standard_key', value, description: '', hosts: [] });
    });

    it('is accepted with a valid signature among several, and under a secret that is plain text', async () => {
      const made = await standard();
      const at = now();
      const old = sign('msg_1', at, text, 'an older key');
      expect((await send(made, 'msg_1', at, `${old} v1a,abc ${sign('msg_1', at)}`)).status).toBe(202);
      const plain = await hook({ signature: { kind: 'standard', secret: 'hook_key' } });
      expect((await send(plain, 'msg_1', at, sign('msg_1', at, text, 'a very secret key'))).status).toBe(202);
    });

    it('is refused when id, time, body or signature differ from what was signed', async () => {
      const made = await standard();
      const seconds = now();
      for (const headers of [
        headersOf('msg_2', seconds, sign('msg_1', seconds)),
        headersOf('msg_1', seconds + 1, sign('msg_1', seconds)),
        headersOf('msg_1', seconds, sign('msg_1', seconds, `${text} `)),
        headersOf('msg_1', seconds, sign('msg_1', seconds, text, 'other')),
        headersOf('msg_1', seconds, sign('msg_1', seconds).replace('v1,', 'v2,')),
        headersOf('msg_1', seconds, sign('msg_1', seconds).slice(0, -8)),
        headersOf('msg_1', seconds, ''),
        headersOf('', seconds, sign('', seconds)),
        { ...headersOf('msg_1', seconds, ''), 'webhook-timestamp': '1e9' },
        type,
      ]) {
        expect((await call(made, text, headers)).status, JSON.stringify(headers)).toBe(401);
      }
      expect(await runsOf(made)).toHaveLength(0);
    });

    it('is refused more than 5 minutes before or after its time', async () => {
      const made = await standard();
      // Half a minute each way for clocks and a busy machine.
      for (const [seconds, status] of [
        [now() - 330, 401],
        [now() + 330, 401],
        [now() - 270, 202],
        [now() + 270, 202],
      ] as const) {
        const { body, ...answer } = await send(made, `msg_${seconds}`, seconds);
        expect(answer.status).toBe(status);
        if (status === 401) expect(body.message).toMatch(/more than 5 minutes in the (past|future)/);
      }
    });

    it('starts one run for its signed id, whatever its other ids', async () => {
      const made = await standard();
      const seconds = now();
      const first = await send(made, 'msg_9', seconds);
      const headers = headersOf('msg_9', seconds, sign('msg_9', seconds));
      for (const repeat of [
        await call(made, text, { ...headers, 'idempotency-key': 'other' }),
        // Signed again for a new try: the id stays.
        await send(made, 'msg_9', seconds + 1),
      ]) {
        expect(repeat).toMatchObject({ status: 202, body: { run: first.body.run, repeated: true } });
      }
      expect((await send(made, 'msg_10')).body.run.number).toBe(2);
    });
  });
});

describe('a webhook that replies with outputs', () => {
  const outputs = { said: '{{params.ref}}!', large: '{{params.count}}' };

  it('returns the outputs of the run', async () => {
    const made = await hook({ reply: 'outputs' }, { outputs });
    expect(await call(made, { ref: 'x'.repeat(20_000), count: 2 })).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        run: { number: 1 },
        outputs: { said: `${'x'.repeat(20_000)}!`, large: 2 },
      },
    });
  });

  it('returns why a run failed', async () => {
    const steps = [{ id: 'f', action: 'fail', params: { message: 'No such branch' } }];
    const { status, body } = await call(await hook({ reply: 'outputs' }, { steps }), {});
    expect({ status, body }).toMatchObject({
      status: 502,
      body: { status: 'failed', error: { message: expect.stringMatching(/No such branch/) } },
    });
  });

  it('responds before the end of a run that takes too long', async () => {
    const steps = [{ id: 'w', action: 'wait', params: { duration: 60 } }];
    const made = await hook({ reply: 'outputs', reply_timeout_seconds: 1 }, { steps });
    const { status, body } = await call(made, {});
    expect({ status, body }).toEqual({ status: 202, body: { run: { id: expect.any(String), number: 1 } } });
    await app.runs.cancel({ id: body.run.id });
  });
});

describe('the address of a webhook', () => {
  it('appears neither in logs nor in responses nor in the database', async () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const made = await hook();
    const token = made.path?.split('/').at(-1) ?? '?';
    const answers = [
      await call(made, { ref: 'main' }),
      await call(made, '{', { 'content-type': 'application/json' }),
    ];
    const lines = told.mock.calls.join('\n');
    told.mockRestore();
    await untilEnded(app, answers[0]?.body.run.id);
    const events = await app.runs.events({ id: answers[0]?.body.run.id });
    expect(JSON.stringify([answers, lines, events, await deliveries(made)])).not.toContain(token);
    const [row] = await database.sql`select * from triggers where id = ${made.id}`;
    expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('a webhook that listens for a test event', () => {
  it('keeps the next call without a run, and starts runs with those after it', async () => {
    const made = await hook();
    expect(await app.triggers.sample({ id: made.id })).toEqual({
      listening: null,
      timedOut: false,
      sample: null,
    });
    const state = await app.triggers.listen({ id: made.id, startsRun: false });
    expect(state).toMatchObject({ listening: { startsRun: false }, timedOut: false, sample: null });
    const first = await call(
      { path: `${made.path}?page=2&api_key=hidden-in-query` },
      { ref: 'main' },
      { 'x-api-key': 'hidden-in-header' },
    );
    expect(first).toMatchObject({ status: 202, body: { sample: true } });
    expect(first.body).not.toHaveProperty('run');
    expect(await deliveries(made)).toEqual([]);
    const { listening, sample } = await app.triggers.sample({ id: made.id });
    expect(listening).toBeNull();
    expect(sample).toMatchObject({
      shortened: false,
      value: {
        method: 'POST',
        body: { ref: 'main' },
        query: { page: '2', api_key: MASK },
        headers: { 'x-api-key': MASK },
      },
    });
    expect(JSON.stringify(sample)).not.toContain('hidden-in');
    expect((await call(made, { ref: 'main' })).body).toHaveProperty('run');
  });

  it('starts a run with the kept call when that is asked for', async () => {
    const made = await hook();
    await app.triggers.listen({ id: made.id, startsRun: true });
    const { body } = await call(made, { ref: 'main' });
    expect((await untilEnded(app, body.run.id)).params).toMatchObject({ ref: 'main' });
    expect((await app.triggers.sample({ id: made.id })).sample).toMatchObject({
      value: { body: { ref: 'main' } },
    });
  });

  it('keeps one of several calls at the same time', async () => {
    const made = await hook();
    await app.triggers.listen({ id: made.id, startsRun: false });
    const answers = await Promise.all([1, 2, 3].map((count) => call(made, { count })));
    expect(answers.filter(({ body }) => body.sample === true)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.run !== undefined)).toHaveLength(2);
  });

  it('keeps no call that fails authentication, comes too late or after cancelling', async () => {
    const signed = await hook({ header: { name: 'x-key', secret: 'hook_key' } });
    await app.triggers.listen({ id: signed.id, startsRun: false });
    expect((await call(signed, {}, { 'x-key': 'wrong' })).status).toBe(401);
    expect(await app.triggers.sample({ id: signed.id })).toMatchObject({ sample: null });
    expect(await app.triggers.stopListening({ id: signed.id })).toMatchObject({
      listening: null,
      timedOut: false,
    });
    const late = await hook();
    await app.triggers.listen({ id: late.id, startsRun: false });
    await database.sql`update trigger_samples set listening_until = now() - interval '1 second'`;
    expect(await app.triggers.sample({ id: late.id })).toMatchObject({ listening: null, timedOut: true });
    expect((await call(late, {})).body).toHaveProperty('run');
  });

  it('keeps the beginning of a large call', async () => {
    const made = await hook();
    await app.triggers.listen({ id: made.id, startsRun: false });
    await call(made, { ref: 'main', text: 'x'.repeat(200_000) });
    const { sample } = await app.triggers.sample({ id: made.id });
    expect(sample).toMatchObject({ shortened: true, value: { body: { ref: 'main' } } });
    expect(JSON.stringify(sample).length).toBeLessThan(64 * 1024);
  });

  it('is refused for a webhook that is off, for other triggers, and for none', async () => {
    const made = await hook();
    await app.triggers.enable({ id: made.id, enabled: false });
    await expect(app.triggers.listen({ id: made.id, startsRun: false })).rejects.toThrow(/is disabled/);
    await expect(app.triggers.listen({ id: 'nothing', startsRun: false })).rejects.toThrow(/nothing/);
  });
});
