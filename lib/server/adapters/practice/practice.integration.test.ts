import { describe, expect, it } from 'vitest';
import type { HttpResponse, RevealedSecret } from '@/engine/ports';
import { freePort } from '../../testing/free-port';
import { createDialer } from '../egress';
import { policyOf } from '../egress/testing/policies';
import { failureOf, request, serve } from '../egress/testing/services';
import { createHttp } from '../http';
import { createPracticeService } from '.';

const BASE = 'http://practice.internal';

/** A client in the strictest mode: nothing is allowed. */
const strict = (allow = '') =>
  createHttp({
    dialer: createDialer(policyOf('allowlist', { allow }), { lookup: noLookup }),
    mark: () => 'instance-1',
    inProcess: createPracticeService(),
  });

const noLookup = (host: string): never => {
  throw Object.assign(new Error(`${host} was looked up`), { code: 'ENOTFOUND' });
};

const bodyOf = ({ body }: HttpResponse) => JSON.parse(new TextDecoder().decode(body));

describe('the practice service', () => {
  it('responds in every egress mode, without a look-up or a port', async () => {
    for (const mode of ['open', 'public', 'allowlist'] as const) {
      const dialer = createDialer(policyOf(mode), { lookup: noLookup });
      const http = createHttp({ dialer, inProcess: createPracticeService() });
      const answer = await http(request(`${BASE}/healthy`));
      expect([answer.status, bodyOf(answer)]).toEqual([200, { status: 'healthy' }]);
    }
  });

  it.each([
    ['/fail', 503],
    ['/fail?status=429', 429],
    ['/fail?status=200', 400],
    ['/slow?seconds=0', 200],
    ['/orders/1001', 200],
    ['/orders/1', 404],
    ['/orders/1001/ship', 405],
    ['/nothing', 404],
    ['/__proto__', 404],
    ['/', 200],
  ])('%s returns %i', async (path, status) => {
    expect((await strict()(request(`${BASE}${path}`))).status).toBe(status);
  });

  it('succeeds every third time, separately for each key', async () => {
    const http = strict();
    const statuses = async (key: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await http(request(`${BASE}/flaky?every=3&key=${key}`)));
      return answers.map(({ status }) => status);
    };
    const expected = [503, 503, 200, 503, 503, 200];
    expect([await statuses('a'), await statuses('b')]).toEqual([expected, expected]);
  });

  it('ships orders, except for the one that is out of stock', async () => {
    const http = strict();
    const { orders } = bodyOf(await http(request(`${BASE}/orders`)));
    const ship = async ({ id }: { id: number }) =>
      (await http({ ...request(`${BASE}/orders/${id}/ship`), method: 'POST' })).status;
    const statuses: number[] = await Promise.all(orders.map(ship));
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    expect(statuses.filter((status) => status === 200)).toHaveLength(orders.length - 1);
  });

  it('returns what was sent, without the mark of the installation', async () => {
    const sent = {
      ...request(`${BASE}/echo?a=1`),
      method: 'POST',
      headers: { 'x-test': 'yes' },
      body: '{"n":1}',
    };
    const echoed = bodyOf(await strict()(sent));
    expect(echoed).toMatchObject({
      method: 'POST',
      query: { a: '1' },
      headers: { 'x-test': 'yes' },
      body: { n: 1 },
    });
    expect(JSON.stringify(echoed)).not.toContain('instance-1');
  });

  it('ends with an aborted request', async () => {
    const stop = new AbortController();
    const http = strict();
    const waiting = failureOf(http({ ...request(`${BASE}/slow?seconds=60`), signal: stop.signal }));
    stop.abort(new Error('enough'));
    expect(await waiting).toBeDefined();
    expect((await http(request(`${BASE}/healthy`))).status).toBe(200);
  });
});

describe('its name allows nothing else', () => {
  it.each([
    'https://practice.internal/healthy',
    'http://practice.internal:8080/healthy',
    'http://practice.internal:22/',
    'http://other.internal/healthy',
    'http://a.practice.internal/healthy',
    'http://practice.internal.example.org/healthy',
    'http://practice.internal@127.0.0.1/healthy',
  ])('%s is refused', async (url) => {
    expect((await failureOf(strict()(request(url)))).kind).toBe('rejected');
  });

  it.each([
    'HTTP://PRACTICE.INTERNAL/healthy',
    'http://practice.internal./healthy',
    'http://practice.internal:80/healthy',
  ])('%s is an accepted spelling of it', async (url) => {
    expect((await strict()(request(url))).status).toBe(200);
  });

  it('redirects to no address that the step may not call', async () => {
    let calls = 0;
    const own = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    for (const to of [
      own,
      own.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/',
      'http://other.internal/',
    ]) {
      const failure = await failureOf(strict()(request(`${BASE}/redirect?to=${encodeURIComponent(to)}`)));
      expect(failure.kind).toBe('rejected');
    }
    expect(calls).toBe(0);
    const allowed = strict(`127.0.0.1:${new URL(own).port}`);
    await allowed(request(`${BASE}/redirect?to=${encodeURIComponent(own)}`));
    expect(calls).toBe(1);
    expect((await strict()(request(`${BASE}/redirect?to=/healthy`))).status).toBe(200);
  });

  it('receives redirects of other services without their credentials', async () => {
    const front = await serve((_, response) => {
      response.writeHead(307, { location: `${BASE}/echo` }).end();
    });
    const http = strict(`127.0.0.1:${new URL(front).port}`);
    const answer = await http({ ...request(front), headers: { authorization: 'Bearer abc' } });
    expect(bodyOf(answer).headers).not.toHaveProperty('authorization');
  });

  it('receives no secret of other hosts', async () => {
    const secret: RevealedSecret = { name: 'token', value: 'hunter2hunter2', hosts: ['api.example.org'] };
    const failure = await failureOf(strict()({ ...request(`${BASE}/echo`), secrets: [secret] }));
    expect(failure).toMatchObject({ kind: 'rejected', message: expect.stringContaining('token') });
  });

  it('is an ordinary name when the service is disabled', async () => {
    const dialer = createDialer(policyOf('public'), { lookup: async () => ['127.0.0.1'] });
    expect((await failureOf(createHttp({ dialer })(request(`${BASE}/healthy`)))).kind).toBe('rejected');
    const open = createDialer(policyOf('open'), { lookup: async () => ['127.0.0.1'] });
    const url = `${BASE}:${await freePort()}/healthy`;
    expect((await failureOf(createHttp({ dialer: open })(request(url)))).kind).toBe('connection_error');
  });
});
