import { once } from 'node:events';
import { request } from 'node:http';
import OpenAI from 'openai';
import type { Sql } from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDialer } from '../adapters/egress';
import { createDeploymentKey } from '../services/deployments/create-key';
import { deploymentMetrics } from '../services/deployments/metrics';
import { revokeDeploymentKey } from '../services/deployments/revoke-key';
import { admitBatch } from '../store/admit-batch';
import { putLimit } from '../store/deployment-limits';
import { requestsAtReplica } from '../store/gateway-loads';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { freePort } from '../testing/free-port';
import { until } from '../testing/until';
import type { GatewayParts } from '.';
import { MAX_BODY_BYTES } from './body';
import { Limiter } from './limit/limiter';
import { startReplica, type TestReplica } from './testing/replica';
import { addDeployment, addReplica } from './testing/rows';
import { serveGateway, type TestGateway } from './testing/server';

let database: TestDatabase;
let sql: Sql;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`delete from deployments`;
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function replicaOf(...given: Parameters<typeof startReplica>): Promise<TestReplica> {
  const replica = await startReplica(...given);
  closing.push(() => replica.kill());
  return replica;
}

async function gatewayOf(parts: Partial<GatewayParts> = {}): Promise<TestGateway> {
  const gateway = await serveGateway(sql, parts);
  closing.push(() => gateway.stop());
  return gateway;
}

/** A deployment with these replicas, and a gateway. */
async function deploy(replicas: readonly Pick<TestReplica, 'url'>[], parts: Partial<GatewayParts> = {}) {
  const deployment = await addDeployment(sql);
  const ids: string[] = [];
  for (const { url } of replicas) ids.push(await addReplica(sql, deployment.id, url));
  const gateway = await gatewayOf(parts);
  return { ...deployment, ids, gateway, base: `${gateway.url}/deployments/chat/v1` };
}

const client = (base: string, apiKey = 'none') => new OpenAI({ baseURL: base, apiKey, maxRetries: 0 });
const CHAT = { model: 'tiny', messages: [{ role: 'user', content: 'Hi' }] } as const;
const chat = (openai: OpenAI) => openai.chat.completions.create({ ...CHAT, messages: [...CHAT.messages] });
const post = (base: string, init: RequestInit = {}) =>
  fetch(`${base}/chat/completions`, {
    method: 'POST',
    body: '{}',
    ...init,
    headers: { 'content-type': 'application/json', ...init.headers },
  });

describe('the OpenAI client', () => {
  test('chats, streams, embeds and lists models through the gateway', async () => {
    const replica = await replicaOf();
    const { base } = await deploy([replica]);
    const openai = client(base);
    const answer = await chat(openai);
    expect(answer.choices[0]?.message.content).toBe('Hello.');
    let text = '';
    const stream = await openai.chat.completions.create({
      ...CHAT,
      messages: [...CHAT.messages],
      stream: true,
    });
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    expect(text).toBe('Hello.');
    const embeddings = await openai.embeddings.create({
      model: 'tiny',
      input: 'Hi',
      encoding_format: 'float',
    });
    expect(embeddings.data[0]?.embedding).toEqual([0.5, 0.25]);
    expect((await openai.models.list()).data[0]?.id).toBe('tiny');
    expect(replica.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/chat/completions',
      'POST /v1/chat/completions',
      'POST /v1/embeddings',
      'GET /v1/models',
    ]);
  });

  test('reads an exceeded limit, a wrong key and an unknown deployment as its own errors', async () => {
    const { id, base, gateway } = await deploy([await replicaOf()]);
    await putLimit(sql, id, { rate_limit: 1, time_window: 'hour', algorithm: 'token_bucket', enabled: true });
    await chat(client(base));
    const limited = await chat(client(base)).catch((error: unknown) => error);
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError);
    expect(limited).toMatchObject({ status: 429, code: 'rate_limit_exceeded', type: 'rate_limit_exceeded' });
    expect(
      Number((limited as InstanceType<typeof OpenAI.RateLimitError>).headers.get('retry-after')),
    ).toBeGreaterThan(3500);
    await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    // The gateway learns of the first key a moment after it is stored.
    await until('a refused key', async () => {
      const refused = await chat(client(base, 'pwk_wrong')).catch((error: unknown) => error);
      return refused instanceof OpenAI.AuthenticationError;
    });
    const unknown = client(`${gateway.url}/deployments/none/v1`);
    await expect(chat(unknown)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('sees a stream that its replica broke off as broken', async () => {
    const replica = await replicaOf((_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hel' } }] })}\n\n`);
    });
    const { base, gateway } = await deploy([replica]);
    const stream = await client(base).chat.completions.create({
      ...CHAT,
      messages: [...CHAT.messages],
      stream: true,
    });
    let text = '';
    const read = async () => {
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? '';
        replica.server.closeAllConnections();
      }
    };
    await expect(read()).rejects.toThrow();
    expect(text).toBe('Hel');
    await until('the failure is counted', () =>
      gateway.metrics().find(({ name }) => name.includes('failed')),
    );
    await gateway.write();
    const { totals } = await deploymentMetrics({ sql }, { name: 'chat', window: '15m' });
    expect(totals).toMatchObject({ requests: 1, failed: 1 });
  });
});

describe('a request', () => {
  test('reaches the replica without credentials, cookies and headers of the connection', async () => {
    const replica = await replicaOf();
    const { base } = await deploy([replica]);
    const headers = {
      authorization: 'Bearer none',
      cookie: 'session=1',
      'pipewright-instance': 'other',
      'x-forwarded-for': '10.0.0.1',
      'x-api-key': 'secret',
      'x-request-id': 'r1',
    };
    await post(base, { headers });
    const [received] = replica.received;
    expect(received?.headers).toMatchObject({ 'x-request-id': 'r1', host: new URL(replica.url).host });
    const names = Object.keys(received?.headers ?? {});
    for (const name of Object.keys(headers)) if (name !== 'x-request-id') expect(names).not.toContain(name);
  });

  test('is answered without headers of the replica that concern this server', async () => {
    const replica = await replicaOf((_, response) => {
      response.writeHead(200, {
        'set-cookie': 'a=1',
        'access-control-allow-origin': '*',
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        'ratelimit-limit': '5',
        'x-request-id': 'r2',
      });
      response.end('{}');
    });
    const { base } = await deploy([replica]);
    const answer = await post(base);
    expect(answer.headers.get('x-request-id')).toBe('r2');
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-hop', 'ratelimit-limit']) {
      expect(answer.headers.get(name)).toBeNull();
    }
  });

  test('larger than the limit is refused, whether it says so or not', async () => {
    const replica = await replicaOf();
    const { base } = await deploy([replica]);
    const large = 'x'.repeat(MAX_BODY_BYTES + 1);
    expect((await post(base, { body: large })).status).toBe(413);
    const parts = new Blob([large]).stream();
    const streamed = await post(base, { body: parts, duplex: 'half' } as RequestInit).catch(() => undefined);
    expect([413, undefined]).toContain(streamed?.status);
    expect(replica.received).toEqual([]);
  });

  test.each([
    ['GET', 'chat/completions', 405],
    ['POST', 'models', 405],
    ['POST', 'files', 404],
    ['GET', 'models/../files', 404],
    ['GET', '', 404],
  ])('%s /v1/%s is answered %d in the form of the OpenAI API', async (method, operation, status) => {
    const { gateway } = await deploy([await replicaOf()]);
    const sent = request({
      port: gateway.port,
      host: '127.0.0.1',
      method,
      path: `/deployments/chat/v1/${operation}`,
    });
    sent.end();
    const [response] = await once(sent, 'response');
    let body = '';
    for await (const chunk of response) body += String(chunk);
    expect(response.statusCode).toBe(status);
    expect(JSON.parse(body)).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });

  test('that its caller gave up is given up at the replica too', async () => {
    let left = 0;
    const replica = await replicaOf((_, response) => {
      response.on('close', () => {
        left += 1;
      });
      response.write('data: 1\n\n');
    });
    const { base, gateway, id } = await deploy([replica]);
    const abort = new AbortController();
    const answer = await post(base, { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    await until('the replica sees it', () => left === 1);
    await until('the slot is free', () => gateway.gateway.slots.get(id)?.total === 0);
    expect(gateway.reports).toEqual([]);
  });

  test('of a slow reader is held back at the replica', async () => {
    let written = 0;
    const replica = await replicaOf((_, response) => {
      const write = () => {
        if (written === 500) return response.end();
        written += 1;
        if (response.write(Buffer.alloc(100_000))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    });
    const { gateway } = await deploy([replica]);
    const sent = request({
      port: gateway.port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/deployments/chat/v1/completions',
    });
    sent.end('{}');
    const [response] = await once(sent, 'response');
    let before = -1;
    await until('the replica stops', async () => {
      const isSame = before === written;
      before = written;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return isSame;
    });
    expect(written).toBeLessThan(500);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(50_000_000);
  });
});

describe('a caller that leaves while its deployment is looked up', () => {
  test.each([
    ['before its body arrived', { 'content-length': '100' }],
    ['after its request', { 'content-length': '2' }],
  ])('%s is forgotten', async (_, headers) => {
    const replica = await replicaOf();
    const deployment = await addDeployment(sql);
    await addReplica(sql, deployment.id, replica.url);
    const { key } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    const gateway = await gatewayOf();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isLocked = false;
    const locking = sql.begin(async (tx) => {
      await tx`lock table deployments in access exclusive mode`;
      isLocked = true;
      await released;
    });
    await until('the lock', () => isLocked);
    const arrived = once(gateway.server, 'request');
    const path = '/deployments/chat/v1/chat/completions';
    const sent = request({
      ...{ port: gateway.port, host: '127.0.0.1', method: 'POST', path },
      headers: { ...headers, authorization: `Bearer ${key}` },
    });
    sent.on('error', () => undefined);
    sent.write('{}');
    const [, response] = await arrived;
    sent.destroy();
    await once(response, 'close');
    release();
    await locking;
    // Waits for the requests in flight.
    await gateway.gateway.close(3_600_000);
    expect(gateway.reports).toEqual([]);
    expect(replica.received).toEqual([]);
  });
});

describe('a caller that leaves while the limit is checked', () => {
  test('takes nothing from a replica', async () => {
    const replica = await replicaOf();
    let check = () => {};
    const checking = new Promise<void>((resolve) => {
      check = resolve;
    });
    let isAsked = false;
    const limiter = new Limiter(async (id, wanted) => {
      isAsked = true;
      await checking;
      return admitBatch(sql, id, wanted);
    });
    const { base, id, gateway } = await deploy([replica], { limiter });
    const rule = { rate_limit: 10, time_window: 'minute', algorithm: 'token_bucket' } as const;
    await putLimit(sql, id, { ...rule, enabled: true });
    gateway.changed();
    const abort = new AbortController();
    const answer = post(base, { signal: abort.signal }).catch(() => 'left');
    await until('the limit to be checked', () => isAsked);
    abort.abort();
    expect(await answer).toBe('left');
    const inFlight = () => gateway.gateway.slots.get(id)?.total;
    expect(inFlight()).toBe(1);
    check();
    await until('no request in flight', () => inFlight() === 0);
    expect(replica.received).toEqual([]);
  });
});

describe('replicas', () => {
  test('share requests by how many each has in flight', async () => {
    const held: (() => void)[] = [];
    const hold = () => replicaOf((_, response) => void held.push(() => response.end('{}')));
    const replicas = await Promise.all([hold(), hold(), hold()]);
    const { base } = await deploy(replicas);
    const answers = Array.from({ length: 9 }, () => post(base));
    await until('all arrived', () => held.length === 9);
    expect(replicas.map(({ received }) => received.length)).toEqual([3, 3, 3]);
    for (const end of held) end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  });

  test('that refuse connections are passed over, and one that dies before it answers is replaced', async () => {
    const dead = { url: `http://127.0.0.1:${await freePort()}` };
    const dying = await replicaOf((request) => request.socket.destroy());
    const alive = await replicaOf();
    const { base, gateway } = await deploy([dead, dying, alive]);
    await Promise.all(Array.from({ length: 30 }, () => chat(client(base))));
    expect(alive.received).toHaveLength(30);
    expect(gateway.reports).toEqual([]);
  });

  test('that die one after the other before they answer fail a request, which the third one never gets', async () => {
    const die = () => replicaOf((request) => request.socket.destroy());
    const dying = [await die(), await die(), await die()];
    const { base } = await deploy(dying);
    const error = await chat(client(base)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 502, code: 'replica_failed' });
    expect(dying.map(({ received }) => received.length).sort()).toEqual([0, 1, 1]);
  });

  test('are asked once when they answered with an error', async () => {
    const failing = await replicaOf((_, response) => {
      response.statusCode = 500;
      response.end('{"error":{"message":"out of memory"}}');
    });
    const other = await replicaOf();
    const { base, ids } = await deploy([failing, other]);
    await sql`update deployment_replicas set state = 'draining' where id = ${ids[1] ?? ''}`;
    await until('the failing one is asked', async () => (await post(base)).status === 500);
    expect(await (await post(base)).json()).toEqual({ error: { message: 'out of memory' } });
    expect(other.received.length).toBeLessThanOrEqual(1);
  });

  test('that are not ready, or gone, get no requests; none ready is 503', async () => {
    const { base, ids, id } = await deploy([await replicaOf()]);
    expect((await post(base)).status).toBe(200);
    await sql`update deployment_replicas set state = 'restarting' where id = ${ids[0] ?? ''}`;
    const answer = await until('it is out', async () => {
      const tried = await post(base);
      return tried.status === 503 && tried;
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ error: { code: 'no_ready_replica', type: 'server_error' } });
    await sql`update deployments set deleted_at = now() where id = ${id}`;
    await until('it is gone', async () => (await post(base)).status === 404);
  });

  test('state their requests for the controller until the last one ended, over all processes', async () => {
    const held: (() => void)[] = [];
    const replica = await startReplica((_, response) => {
      const isProbe = replica.received.at(-1)?.body === '"probe"';
      if (isProbe) response.end('{}');
      else held.push(() => response.end('{}'));
    });
    closing.push(() => replica.kill());
    const first = await deploy([replica]);
    const second = await gatewayOf();
    const [id = ''] = first.ids;
    const answers = [post(first.base), post(first.base), post(`${second.url}/deployments/chat/v1`)];
    await until('all are stated', async () => (await requestsAtReplica(sql, id)) === 3);
    await sql`update deployment_replicas set state = 'draining' where id = ${id}`;
    await until(
      'no new one is sent',
      async () => (await post(first.base, { body: '"probe"' })).status === 503,
    );
    held.shift()?.();
    await until('two are left', async () => (await requestsAtReplica(sql, id)) === 2);
    for (const end of held) end();
    await until('none is left', async () => (await requestsAtReplica(sql, id)) === 0);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('of an external server are reached by the rules for outgoing connections only', async () => {
    const replica = await replicaOf();
    const deployment = await addDeployment(sql, { runtime: 'external', externalUrl: replica.url });
    await addReplica(sql, deployment.id, replica.url);
    const open = await gatewayOf();
    expect((await post(`${open.url}/deployments/chat/v1`)).status).toBe(200);
    expect(replica.received[0]?.headers['pipewright-instance']).toBe('test');
    const own = { ports: [], databases: [] };
    const closed = await gatewayOf({ dialer: createDialer({ mode: 'public', allow: [], own }) });
    const refused = await post(`${closed.url}/deployments/chat/v1`);
    expect(refused.status).toBe(502);
    expect(replica.received).toHaveLength(1);
  });
});

describe('a queue', () => {
  const slotLimits = { perReplica: 1, queue: 2, waitMs: 60_000 };

  test('is bounded, and passes requests on in their order', async () => {
    const held: (() => void)[] = [];
    const replica = await replicaOf((_, response) => void held.push(() => response.end('{}')));
    const { base, gateway, id } = await deploy([replica], { slotLimits });
    const answers: Promise<Response>[] = [];
    for (const [index, body] of ['"a"', '"b"', '"c"'].entries()) {
      answers.push(post(base, { body }));
      await until('it arrived', () => {
        const slots = gateway.gateway.slots.get(id);
        return slots !== undefined && slots.total + slots.queued === index + 1;
      });
    }
    const refused = await post(base);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ error: { code: 'overloaded' } });
    for (let index = 0; index < 3; index += 1) (await until('the next', () => held.shift()))();
    await Promise.all(answers);
    expect(replica.received.map(({ body }) => body)).toEqual(['"a"', '"b"', '"c"']);
  });

  test('times out after its longest wait, and uses new replicas immediately', async () => {
    const stuck = await replicaOf(() => undefined);
    const { base, id } = await deploy([stuck], { slotLimits: { ...slotLimits, waitMs: 50 } });
    void post(base).catch(() => undefined);
    await until('it is stuck', () => stuck.received.length === 1);
    expect((await post(base)).status).toBe(503);
    await addReplica(sql, id, (await replicaOf()).url);
    await until('the new one answers', async () => (await post(base)).status === 200);
  });
});

describe('a limit', () => {
  const limit = { rate_limit: 2, time_window: 'hour', algorithm: 'token_bucket', enabled: true } as const;

  test('is in the headers of every response, and is not used up when no replica is ready', async () => {
    const { id, base, ids, gateway } = await deploy([await replicaOf()]);
    await putLimit(sql, id, limit);
    const first = await until('the limit is known', async () => {
      const answer = await post(base);
      return answer.headers.get('ratelimit-policy') !== null && answer;
    });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'ratelimit-policy': '"deployment";q=2;w=3600',
      ratelimit: '"deployment";r=1;t=1800',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '1800',
    });
    await sql`update deployment_replicas set state = 'starting' where id = ${ids[0] ?? ''}`;
    gateway.changed();
    const none = await until('no replica', async () => {
      const answer = await post(base);
      return answer.status === 503 && answer;
    });
    expect(none.headers.get('ratelimit-remaining')).toBe('1');
    await sql`update deployment_replicas set state = 'ready' where id = ${ids[0] ?? ''}`;
    const last = await until('it is back', async () => {
      const answer = await post(base);
      return answer.status !== 503 && answer;
    });
    expect([last.status, last.headers.get('ratelimit-remaining')]).toEqual([200, '0']);
    const refused = await post(base);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  });

  test('counts the requests of all gateway processes together, and changes with the next request', async () => {
    const { id, base } = await deploy([await replicaOf()]);
    await putLimit(sql, id, { ...limit, rate_limit: 20 });
    const second = await gatewayOf();
    const bases = [base, `${second.url}/deployments/chat/v1`];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => post(bases[index % 2] ?? base)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80);
    await putLimit(sql, id, { ...limit, rate_limit: 20, enabled: false });
    expect(await until('it is off', async () => (await post(base)).status === 200)).toBe(true);
  });
});

describe('a key', () => {
  test('is needed once the deployment has one, and no longer works when it is revoked', async () => {
    const { base } = await deploy([await replicaOf()]);
    expect((await post(base)).status).toBe(200);
    const { key, id } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    await until('it is needed', async () => (await post(base)).status === 401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await post(base, { headers })).status).toBe(200);
    await revokeDeploymentKey({ sql }, { name: 'chat', key_id: id });
    // Without any key left, programs of this machine are admitted again; the revoked key is one of them.
    await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Other' });
    await until('it is refused', async () => (await post(base, { headers })).status === 401);
  });

  test('is noted as used once a minute', async () => {
    const { base, gateway } = await deploy([await replicaOf()]);
    const { key } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
    const headers = { authorization: `Bearer ${key}` };
    const used = async () =>
      (await sql<{ at: Date | null }[]>`select last_used_at as at from deployment_keys`)[0]?.at;
    await post(base, { headers });
    await gateway.write();
    const first = await used();
    expect(first).toBeInstanceOf(Date);
    await post(base, { headers });
    await gateway.write();
    expect(await used()).toEqual(first);
    await sql`update deployment_keys set last_used_at = now() - interval '2 minutes'`;
    await post(base, { headers });
    await gateway.write();
    expect((await used())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? 0);
  });
});

test('requests are counted by their key', async () => {
  const { base, gateway } = await deploy([await replicaOf()]);
  const { key, id } = await createDeploymentKey({ sql }, { name: 'chat', key_name: 'Web' });
  await until('it is needed', async () => (await post(base)).status === 401);
  for (let index = 0; index < 2; index += 1)
    await post(base, { headers: { authorization: `Bearer ${key}` } });
  await gateway.write();
  const { keys } = await deploymentMetrics({ sql }, { name: 'chat', window: '15m' });
  expect(keys).toContainEqual({ id, name: 'Web', requests: 2 });
});

test('measurements are stored by minute, and shown by deployment for Prometheus', async () => {
  const { base, gateway } = await deploy([await replicaOf()]);
  for (let index = 0; index < 5; index += 1) await chat(client(base));
  await gateway.write();
  const { totals, points } = await deploymentMetrics({ sql }, { name: 'chat', window: '15m' });
  expect(totals).toMatchObject({ requests: 5, limited: 0, failed: 0 });
  expect(totals.latency_p50_ms).toBeGreaterThan(0);
  expect(points.at(-1)).toMatchObject({ in_flight: 1, ready_replicas: 1 });
  const requests = gateway.metrics().find(({ name }) => name === 'pipewright_gateway_requests_total');
  expect(requests?.value).toEqual({ label: 'deployment', values: new Map([['chat', 5]]) });
});
