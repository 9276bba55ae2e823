import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import type { App } from '../compose';
import { cancelRun } from '../services/runs/cancel';
import { pauseRun } from '../services/runs/pause';
import { resolveInterrupted } from '../services/runs/resolve';
import { resumeRun } from '../services/runs/resume';
import { signalRun } from '../services/runs/signal';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase } from '../testing/database';
import { createServe } from './serve';

let app: App;

beforeAll(async () => {
  app = await openTestApp(await createTestDatabase());
});

afterAll(() => app.close());

const serve = createServe(() => Promise.resolve(app));
const routes = {
  cancel: serve(runEndpoints.cancel, cancelRun),
  pause: serve(runEndpoints.pause, pauseRun),
  resume: serve(runEndpoints.resume, resumeRun),
  signals: serve(runEndpoints.signal, signalRun),
  answers: serve(runEndpoints.answer, resolveInterrupted),
};

const PROGRAM = { host: 'localhost:3000', 'content-type': 'application/json' };

/** What a command is answered: its status, and the words of a refusal. */
async function post(
  id: string,
  command: keyof typeof routes,
  body: unknown = '',
  headers: Record<string, string> = {},
): Promise<[number, string | undefined]> {
  const request = new Request(`http://localhost:3000/api/v1/runs/${id}/${command}`, {
    method: 'POST',
    headers: { ...PROGRAM, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const response = await routes[command](request);
  const { message } = await response.json();
  return [response.status, message];
}

const approval = {
  id: 'approval',
  action: 'wait_until',
  params: { condition: 'signals.ok', timeout_seconds: 9000 },
};

describe('commands over HTTP', () => {
  it('refuse a signal that is nested too deeply, at any depth', async () => {
    const { id } = await startSteps(app, [approval]);
    for (const levels of [65, 5000]) {
      const value = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const [status, message] = await post(id, 'signals', `{"name":"ok","value":${value}}`);
      expect([status, message]).toEqual([
        400,
        expect.stringMatching(/^The body is nested more than 65 levels/),
      ]);
    }
    expect((await post(id, 'signals', '{"name":"ok","value":[[1]]}'))[0]).toBe(200);
    await untilEnded(app, id);
  });

  it('pause, signal and resume a run', async () => {
    const { id } = await startSteps(app, [approval]);
    expect(await post(id, 'pause')).toEqual([200, undefined]);
    await untilRun(app, id, ({ hold }) => hold === 'paused');
    const signal = () => post(id, 'signals', { name: 'ok', value: true }, { 'idempotency-key': 'once' });
    expect([await signal(), await signal()]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    await post(id, 'resume');
    expect(await untilEnded(app, id)).toMatchObject({ status: 'completed' });
    const signals = (await app.runs.events({ id })).filter(({ type }) => type === 'signal_received');
    expect(signals).toHaveLength(1);
    expect(await signal()).toEqual([200, undefined]);
    expect(await post(id, 'pause')).toEqual([409, 'The run has ended (completed): it cannot be paused.']);
  });

  it('are refused with a message', async () => {
    const { id } = await startSteps(app, [approval]);
    expect(await post('run_none', 'cancel')).toEqual([
      404,
      'The run run_none does not exist. Check its id in the list of runs.',
    ]);
    expect(await post('run_none', 'pause')).toEqual([
      404,
      'The run run_none does not exist. Check its id in the list of runs.',
    ]);
    const value = 'x'.repeat(70_000);
    expect(await post(id, 'signals', { name: 'x', value })).toEqual([413, expect.any(String)]);
    expect(await post(id, 'signals', { name: 'x', value: value + value })).toEqual([413, expect.any(String)]);
    expect(await post(id, 'signals', { name: 'a.b', value: 1 })).toEqual([
      400,
      'name must be a name of letters, digits and _, not beginning with a digit.',
    ]);
    expect(await post(id, 'signals', { name: 'x' })).toEqual([400, expect.any(String)]);
    expect(await post(id, 'signals', '{')).toEqual([400, expect.stringContaining('not JSON')]);
    expect(await post(id, 'answers', { step: 'approval', answer: 'retry' })).toEqual([
      409,
      expect.stringContaining('does not wait for an answer'),
    ]);
    expect(await post(id, 'pause', '', { origin: 'http://elsewhere.test' })).toEqual([
      403,
      expect.any(String),
    ]);
    expect(await post(id, 'cancel')).toEqual([200, undefined]);
    expect(await untilEnded(app, id)).toMatchObject({ status: 'cancelled' });
  });
});
