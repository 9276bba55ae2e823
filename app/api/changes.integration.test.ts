import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '@/lib/contracts/endpoint';
import { secretEndpoints as secrets } from '@/lib/contracts/endpoints/secrets';
import { triggerEndpoints as triggers } from '@/lib/contracts/endpoints/triggers';
import { openSecretApp, type SecretApp } from '@/lib/server/services/secrets/testing/app';
import { accepted, callRoute, sendRequest, serveApp } from './testing/call-route';

const VALUE = 'canary-Vw83kq-"\\\u0001é';

let server: SecretApp;
let pipelineId: string;

beforeAll(async () => {
  server = await openSecretApp();
  serveApp(server.app);
  const steps = [{ id: 'a', action: 'log', params: { message: 'a' } }];
  pipelineId = (await server.app.pipelines.create({ text: JSON.stringify({ name: 'Nightly', steps }) })).id;
});

afterAll(() => server.app.close());

/** Actions in the audit log about a secret or trigger, oldest first. */
async function audited(subject: string): Promise<string[]> {
  const { events } = await server.app.audit.list({ subject, limit: 200 });
  return events.map(({ action }) => action).toReversed();
}

/** Sends a body that does not match its type. */
async function send(endpoint: Endpoint, path: string, body: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000${path}`, {
    method: endpoint.method,
    headers: { host: 'localhost:3000', 'content-type': 'application/json', ...headers },
    ...(endpoint.method === 'GET' ? {} : { body }),
  });
  return sendRequest(endpoint, request);
}

describe('secrets over HTTP', () => {
  it('are added, listed, changed and deleted, and no response contains a value', async () => {
    const added = await callRoute(secrets.add, {
      name: 'shop_key',
      value: VALUE,
      hosts: ['API.example.org'],
    });
    expect(added).toMatchObject({ status: 201, body: { name: 'shop_key' } });
    const first = await accepted(secrets.list, {});
    expect(first.secrets).toMatchObject([
      { name: 'shop_key', description: '', hosts: ['api.example.org'], usedBy: [], problem: null },
    ]);
    const change = { name: 'shop_key', description: 'Of the shop.', hosts: [] };
    const changed = await accepted(secrets.change, change);
    const replaced = await accepted(secrets.change, { ...change, value: `${VALUE}2` });
    const second = await accepted(secrets.list, {});
    expect(second.secrets).toMatchObject([{ description: 'Of the shop.', hosts: [] }]);
    const removed = await accepted(secrets.remove, { name: 'shop_key' });
    expect((await accepted(secrets.list, {})).secrets).toEqual([]);
    expect(JSON.stringify([added, first, changed, replaced, second, removed])).not.toContain('canary-');
    expect(await audited('shop_key')).toEqual([
      'secret.created',
      'secret.changed',
      'secret.changed',
      'secret.deleted',
    ]);
  });

  it.each([
    ['a name with a space', { name: 'shop key' }],
    ['no name', { name: undefined }],
    ['a short value', { value: 'canary-' }],
    ['a value with a NUL character', { value: `${VALUE}\0` }],
    ['a value that is a number', { value: 12_345_678 }],
    ['a URL instead of a host', { hosts: ['https://api.example.org/'] }],
    ['an unknown field', { values: VALUE }],
  ])('are refused with %s, without repeating the value', async (_, wrong) => {
    const body = JSON.stringify({ name: 'refused', value: VALUE, ...wrong });
    const sent = await send(secrets.add, '/api/v1/secrets', body);
    expect(sent).toMatchObject({ status: 400, body: { code: 'invalid', message: expect.any(String) } });
    expect(JSON.stringify(sent.body)).not.toContain('canary-');
    expect((await accepted(secrets.list, {})).secrets).toEqual([]);
  });

  it.each([
    ['is not JSON', `{"name":"refused","value":"${'canary-'.repeat(3)}`, {}, 400],
    ['is larger than any value', JSON.stringify({ value: 'canary-'.repeat(100_000) }), {}, 413],
    ['comes from another site', JSON.stringify({ value: VALUE }), { origin: 'http://evil.example' }, 403],
    ['is for another host', JSON.stringify({ value: VALUE }), { host: 'evil.example' }, 403],
  ])('are refused when the request %s', async (_, body, headers, status) => {
    const sent = await send(secrets.add, '/api/v1/secrets', body, headers);
    expect(sent.status).toBe(status);
    expect(JSON.stringify(sent.body)).not.toContain('canary-');
  });

  it('are neither replaced by a new one of the same name nor changed when they do not exist', async () => {
    await accepted(secrets.add, { name: 'taken', value: VALUE });
    expect(await callRoute(secrets.add, { name: 'taken', value: VALUE })).toMatchObject({ status: 409 });
    const change = { name: 'missing', description: '', hosts: [] };
    expect(await callRoute(secrets.change, change)).toMatchObject({ status: 404 });
    expect(await callRoute(secrets.remove, { name: 'missing' })).toMatchObject({ status: 404 });
    expect(await callRoute(secrets.remove, { name: '../x' })).toMatchObject({ status: 400 });
    await accepted(secrets.remove, { name: 'taken' });
  });
});

describe('triggers over HTTP', () => {
  const schedule = {
    type: 'schedule',
    name: 'Hourly',
    config: { kind: 'interval', every_seconds: 3600 },
  } as const;

  it('are added, changed, disabled, enabled and deleted', async () => {
    const added = await callRoute(triggers.add, { pipelineId, trigger: schedule });
    expect(added).toMatchObject({ status: 201, body: { name: 'Hourly', enabled: true, pipelineId } });
    const { id } = added.body;
    const daily = {
      ...schedule,
      name: 'Daily',
      config: { kind: 'interval', every_seconds: 86_400 },
    } as const;
    expect(await accepted(triggers.change, { id, trigger: daily })).toMatchObject({ id, name: 'Daily' });
    expect(await accepted(triggers.enable, { id, enabled: false })).toMatchObject({
      enabled: false,
      next: [],
    });
    const enabled = await accepted(triggers.enable, { id, enabled: true });
    expect(enabled).toMatchObject({ enabled: true, config: { every_seconds: 86_400 } });
    expect(await accepted(triggers.remove, { id })).toEqual({ id });
    expect((await callRoute(triggers.get, { id })).status).toBe(404);
    expect(await audited(id)).toEqual([
      'trigger.created',
      'trigger.changed',
      'trigger.disabled',
      'trigger.enabled',
      'trigger.deleted',
    ]);
  });

  it('replace the path of a webhook', async () => {
    const webhook = { type: 'webhook', name: 'Orders', config: {} } as const;
    const { id, path } = await accepted(triggers.add, { pipelineId, trigger: webhook });
    const renewed = await accepted(triggers.renewAddress, { id });
    expect(renewed.path).toMatch(/^\/api\/v1\/hooks\//);
    expect(renewed.path).not.toBe(path);
    expect((await callRoute(triggers.renewAddress, { id: 'none' })).status).toBe(404);
    await accepted(triggers.remove, { id });
  });

  it.each([
    ['an unknown type', { ...schedule, type: 'moon' }, 'trigger.type'],
    [
      'a time that never comes',
      { ...schedule, config: { kind: 'cron', cron: '0 9 31 2 *' } },
      'trigger.config',
    ],
    ['no interval', { ...schedule, config: { kind: 'interval', every_seconds: 0 } }, 'trigger.config'],
    ['params that are no object', { ...schedule, params: [1] }, 'trigger.params'],
    ['an unknown field', { ...schedule, note: 'x' }, 'trigger'],
  ])('are refused with %s and the name of the field', async (_, trigger, path) => {
    const url = `/api/v1/pipelines/${pipelineId}/triggers`;
    const sent = await send(triggers.add, url, JSON.stringify({ trigger }));
    expect(sent).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const { details } = sent.body as unknown as { details: { path: string }[] };
    expect(details[0]?.path).toMatch(new RegExp(`^${path}`));
    expect((await accepted(triggers.list, { pipelineId })).triggers).toEqual([]);
  });

  it('are refused for what does not exist, and when the request is too large or from another site', async () => {
    expect((await callRoute(triggers.add, { pipelineId: 'pl_none', trigger: schedule })).status).toBe(404);
    expect((await callRoute(triggers.change, { id: 'none', trigger: schedule })).status).toBe(404);
    expect((await callRoute(triggers.enable, { id: 'none', enabled: true })).status).toBe(404);
    expect((await callRoute(triggers.remove, { id: 'none' })).status).toBe(404);
    const large = { ...schedule, params: { text: 'x'.repeat(2 * 1024 * 1024) } };
    expect((await callRoute(triggers.add, { pipelineId, trigger: large })).status).toBe(413);
    const url = `/api/v1/pipelines/${pipelineId}/triggers`;
    const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
    const body = JSON.stringify({ trigger: schedule });
    expect((await send(triggers.add, url, body, foreign)).status).toBe(403);
    expect((await send(triggers.enable, '/api/v1/triggers/none/enabled', '{"enabled":"yes"}')).status).toBe(
      400,
    );
  });
});
