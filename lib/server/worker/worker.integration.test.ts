import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Http } from '@/engine/ports';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';

let database: TestDatabase;
let app: App;
const opened: App[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  app = await open();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** Another server process: separate pools on the same database. */
async function open(options: Parameters<typeof openTestApp>[1] = {}): Promise<App> {
  const fresh = await openTestApp(database.openAgain(), options);
  opened.push(fresh);
  return fresh;
}

const log = (id: string, message = id, more: object = {}) => ({
  id,
  action: 'log',
  params: { message },
  ...more,
});

/** An HTTP server that never answers, and reports each request. */
function silentHttp(): { http: Http; asked: Promise<void> } {
  let tell: () => void;
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const http: Http = ({ signal }) =>
    new Promise((_, reject) => {
      tell();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  return { http, asked };
}

const answering: Http = () =>
  Promise.resolve({ status: 200, headers: {}, body: new TextEncoder().encode('"pong"') });

async function eventTypes(id: string): Promise<string[]> {
  return (await app.runs.events({ id })).map(({ type }) => type);
}

describe('a worker', () => {
  it('executes a run from start to end', async () => {
    const run = await startSteps(app, [log('a'), log('b', '{{steps.a.output.message}}!')]);
    const ended = await untilEnded(app, run.id);
    expect(ended).toMatchObject({ status: 'completed', number: 1, error: null, failedStep: null });
    expect(ended.lastSeq).toBe((await eventTypes(run.id)).length);
    expect((await eventTypes(run.id)).at(-1)).toBe('run_completed');
  });

  it('reports the step that failed a run, and why', async () => {
    const steps = [{ id: 'stop', action: 'fail', params: { message: 'Enough.', error_code: 'E1' } }];
    const ended = await untilEnded(app, (await startSteps(app, steps)).id);
    expect(ended).toMatchObject({
      status: 'failed',
      failedStep: 'stop',
      error: { kind: 'explicit_failure', message: 'Enough.', code: 'E1' },
    });
  });

  it('executes more runs than it has slots', async () => {
    const { id } = await app.pipelines.create({
      text: JSON.stringify([log('a'), log('b', '{{steps.a.output.message}}')]),
    });
    const runs = await Promise.all(Array.from({ length: 50 }, () => app.runs.start({ pipelineId: id })));
    const ended = await Promise.all(runs.map((run) => untilEnded(app, run.id)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['completed']));
  });

  it('stores a large output as a payload that later steps read', async () => {
    const message = 'x'.repeat(40_000);
    const run = await startSteps(app, [log('a', message), log('b', '{{size(steps.a.output.message)}}')]);
    await untilEnded(app, run.id);
    const events = await app.runs.events({ id: run.id });
    const output = events.flatMap((each) =>
      each.type === 'step_completed' && each.step === 'a' ? [each.output] : [],
    )[0];
    const hash = output && 'ref' in output ? output.ref : '';
    const payload = await app.runs.payload({ id: run.id, hash });
    expect(JSON.parse(payload.body)).toMatchObject({ message });
    const last = events.flatMap((each) =>
      each.type === 'step_completed' && each.step === 'b' ? [each.output] : [],
    )[0];
    expect(last).toMatchObject({ value: { message: '40000' } });
  });

  it('respects the concurrency of a pipeline, in the order of run numbers', async () => {
    const document = {
      params: { number: { type: 'number' } },
      steps: [
        {
          id: 'call',
          action: 'http_request',
          params: { url: 'http://service.test/{{params.number}}', method: 'GET' },
        },
      ],
      settings: { concurrency: 2 },
    };
    const { id } = await app.pipelines.create({ text: JSON.stringify(document) });
    let active = 0;
    const seen: { active: number; overtaken: number }[] = [];
    const http: Http = async (request) => {
      active += 1;
      const [row] = await database.sql<{ overtaken: number }[]>`
        select count(*)::int as overtaken from runs
        where pipeline_id = ${id} and status = 'pending' and owner is null
          and (params ->> 'number')::int < ${Number(new URL(request.url).pathname.slice(1))}`;
      seen.push({ active, overtaken: row?.overtaken ?? 0 });
      await delay(50);
      active -= 1;
      return answering(request);
    };
    await app.close();
    // A process that has its database for itself ends the leases of all others when it starts.
    const shared = { databaseUrl: 'postgres://elsewhere' };
    const front = await open({ config: { ...shared, runsWorker: false } });
    const runs: string[] = [];
    for (let number = 1; number <= 7; number += 1) {
      const run = await front.runs.start({ pipelineId: id, params: { number } });
      expect(run.number).toBe(number);
      runs.push(run.id);
    }
    const worker = () => open({ config: shared, adapters: { http } });
    [app] = await Promise.all([worker(), worker()]);
    await Promise.all(runs.map((run) => untilEnded(app, run)));
    expect(seen).toHaveLength(7);
    expect(Math.max(...seen.map((each) => each.active))).toBe(2);
    // Two workers may claim two runs at the same time, and the second one may begin first.
    expect(Math.max(...seen.map((each) => each.overtaken))).toBeLessThanOrEqual(1);
  });

  it('executes runs that a server without a worker starts', async () => {
    const front = await open({ config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
    const run = await startSteps(front, [log('a')]);
    expect(await untilEnded(front, run.id)).toMatchObject({ status: 'completed' });
  });
});

describe('cancelling', () => {
  it('stops an active run', async () => {
    const { http, asked } = silentHttp();
    await app.close();
    app = await open({ adapters: { http } });
    const request = {
      id: 'call',
      action: 'http_request',
      params: { url: 'http://service.test/', method: 'GET' },
    };
    const run = await startSteps(app, [request, log('after', 'x', { depends_on: ['call'] })]);
    await asked;
    await app.runs.cancel({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'cancelled', cancelRequested: true });
  });

  it('stops a parked run immediately', async () => {
    const run = await startSteps(app, [{ id: 'rest', action: 'wait', params: { duration: 3600 } }]);
    await untilRun(app, run.id, ({ status }) => status === 'waiting');
    await app.runs.cancel({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'cancelled' });
  });

  it('stops a run that has not begun', async () => {
    const front = await open({ config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
    await app.close();
    const run = await startSteps(front, [log('a')]);
    await front.runs.cancel({ id: run.id });
    app = await open();
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'cancelled' });
    expect(await eventTypes(run.id)).not.toContain('step_completed');
  });

  it('does not change a run that has ended', async () => {
    const run = await startSteps(app, [log('a')]);
    await untilEnded(app, run.id);
    await app.runs.cancel({ id: run.id });
    expect(await app.runs.get({ id: run.id })).toMatchObject({ status: 'completed', cancelRequested: false });
  });
});

describe('a restart during a run', () => {
  it('continues a wait, which ends on time', async () => {
    const run = await startSteps(app, [
      log('before'),
      { id: 'rest', action: 'wait', params: { duration: 2 }, depends_on: ['before'] },
      log('after', 'x', { depends_on: ['rest'] }),
    ]);
    await untilRun(app, run.id, ({ status, finishedAt }) => status === 'waiting' || finishedAt !== null);
    await app.close();
    app = await open();
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    const types = await eventTypes(run.id);
    expect(types.filter((type) => type === 'step_completed')).toHaveLength(3);
    expect(types.filter((type) => type === 'step_started')).toHaveLength(3);
  });

  it('repeats an idempotent request in flight, and no finished step', async () => {
    const { http, asked } = silentHttp();
    await app.close();
    app = await open({ adapters: { http } });
    const run = await startSteps(app, [
      log('before'),
      {
        id: 'call',
        action: 'http_request',
        params: { url: 'http://service.test/', method: 'GET' },
        depends_on: ['before'],
      },
    ]);
    await asked;
    await app.close();
    app = await open({ adapters: { http: answering } });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    const events = await app.runs.events({ id: run.id });
    const begun = events.flatMap((each) =>
      each.type === 'step_started' ? [`${each.step} ${each.attempt}`] : [],
    );
    expect(begun).toEqual(['before 1', 'call 1', 'call 2']);
    expect(events.map(({ type }) => type)).toContain('attempt_interrupted');
  });

  it.each([
    ['retry', 'completed', 2],
    ['happened', 'completed', 1],
    ['fail', 'failed', 1],
  ] as const)(
    'asks about a request that may have taken effect; the answer %s makes the run %s',
    async (answer, status, attempts) => {
      const { http, asked } = silentHttp();
      await app.close();
      app = await open({ adapters: { http } });
      const params = { url: 'http://service.test/', method: 'POST', body: { order: 1 } };
      const run = await startSteps(app, [{ id: 'call', action: 'http_request', params }]);
      await asked;
      await expect(app.runs.resolve({ runId: run.id, step: 'call', answer })).rejects.toThrow(
        'does not wait',
      );
      await app.close();
      app = await open({ adapters: { http: answering } });
      await untilRun(app, run.id, (each) => each.status === 'waiting');
      await app.runs.resolve({ runId: run.id, step: 'call', answer });
      expect(await untilEnded(app, run.id)).toMatchObject({ status });
      const begun = (await eventTypes(run.id)).filter((type) => type === 'step_started');
      expect(begun).toHaveLength(attempts);
    },
  );

  it('continues on another worker once the lease of a dead worker has expired', async () => {
    const { http, asked } = silentHttp();
    const shared = { databaseUrl: 'postgres://elsewhere' };
    await app.close();
    const pools = database.openAgain();
    const dying = await openTestApp(pools, {
      config: { ...shared, leaseMs: 2000 },
      adapters: { http, report: () => undefined },
    });
    const run = await startSteps(dying, [
      { id: 'call', action: 'http_request', params: { url: 'http://service.test/', method: 'GET' } },
    ]);
    await asked;
    // The process is gone for the database: nothing it does arrives any more.
    await pools.close();
    app = await open({ config: shared, adapters: { http: answering } });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    await dying.close().catch(() => undefined);
  });
});
