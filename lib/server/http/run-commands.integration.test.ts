import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandRuns } from '@/client/commands';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { createHandle } from './handle';
import { receiveAnswer, receiveSignal } from './run-commands';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
});

afterAll(() => app.close());

const handle = createHandle(() => Promise.resolve(app));
const routes = {
  cancel: handle<{ id: string }>(({ app: { runs }, params }) => runs.cancel(params)),
  pause: handle<{ id: string }>(({ app: { runs }, params }) => runs.pause(params)),
  resume: handle<{ id: string }>(({ app: { runs }, params }) => runs.resume(params)),
  signals: handle<{ id: string }>(receiveSignal),
  answers: handle<{ id: string }>(receiveAnswer),
};

/** Carries a request to its route, with the `Host` that a connection would give it. */
const toRoutes: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('host', 'localhost:3000');
  const [, id = '', command = ''] = /runs\/([^/]+)\/(\w+)$/.exec(new URL(request.url).pathname) ?? [];
  const route = Object.entries(routes).find(([name]) => name === command)?.[1];
  if (!route) throw new Error(`There is no route ${command}.`);
  return route(request, { params: Promise.resolve({ id }) });
};

const runs = commandRuns('http://localhost:3000', { fetch: toRoutes });
const approval = {
  id: 'approval',
  action: 'wait_until',
  params: { condition: 'signals.ok', timeout_seconds: 9000 },
};

describe('commands over HTTP', () => {
  it('pause, signal and resume a run', async () => {
    const { id } = await startSteps(app, [approval]);
    await runs.pause(id);
    await untilRun(app, id, ({ hold }) => hold === 'paused');
    await runs.signal(id, 'ok', true, { idempotencyKey: 'once' });
    await runs.signal(id, 'ok', true, { idempotencyKey: 'once' });
    await runs.resume(id);
    expect(await untilEnded(app, id)).toMatchObject({ status: 'completed' });
    const signals = (await app.runs.events({ id })).filter(({ type }) => type === 'signal_received');
    expect(signals).toHaveLength(1);
    await runs.signal(id, 'ok', true, { idempotencyKey: 'once' });
    await expect(runs.pause(id)).rejects.toMatchObject({ status: 409, code: 'conflict' });
  });

  it('are refused in words: no such run, a bad name, a value too large, no JSON, nothing to answer', async () => {
    const { id } = await startSteps(app, [approval]);
    await expect(runs.cancel('run_none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(runs.pause('run_none')).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(runs.signal(id, 'a.b', 1)).rejects.toThrow('must be a name of letters');
    await expect(runs.signal(id, 'x', 'x'.repeat(70_000))).rejects.toMatchObject({ status: 413 });
    await expect(runs.signal(id, 'x', 'x'.repeat(200_000))).rejects.toMatchObject({ status: 413 });
    await expect(runs.answer(id, { step: 'approval' }, 'retry')).rejects.toThrow('does not wait');
    const address = `http://localhost:3000/api/v1/runs/${id}/signals`;
    const origin = 'http://localhost:3000';
    const broken = await toRoutes(address, { method: 'POST', body: '{', headers: { origin } });
    expect(broken.status).toBe(400);
    const elsewhere = await toRoutes(address, { method: 'POST', body: '{}' });
    expect(elsewhere.status).toBe(403);
    await runs.cancel(id);
    expect(await untilEnded(app, id)).toMatchObject({ status: 'cancelled' });
  });
});
