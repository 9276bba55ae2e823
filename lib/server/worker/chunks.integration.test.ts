import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findUnit, foldEvents } from '@/engine';
import type { Http } from '@/engine/ports';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';

let database: TestDatabase;
const opened: App[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close().catch(() => undefined)));
});

const shared = { databaseUrl: 'postgres://elsewhere' };

/** Another server process: separate pools on the same database. */
async function open(options: Parameters<typeof openTestApp>[1] = {}): Promise<App> {
  const app = await openTestApp(database.openAgain(), {
    config: { ...shared, ...options.config },
    adapters: { chunkSizes, ...options.adapters },
  });
  opened.push(app);
  return app;
}

/** 121 iterations: three parts. */
const COUNT = 121;
/** Makes what all of them give together too large for the journal. */
const padding = '.'.repeat(150);
const chunkSizes = { above: 100, size: 50 };
const items = Array.from({ length: COUNT }, (_, index) => index);

const loop = (params: object = {}) => ({
  id: 'each',
  action: 'loop',
  params: {
    items,
    max_iterations: COUNT,
    action: 'log',
    action_params: { message: 'item {{item}}' },
    parallel: true,
    max_parallel: 30,
    ...params,
  },
});

const get = (url: string) => ({ action: 'http_request', action_params: { url, method: 'GET' } });

/** An HTTP server that counts requests by key, and answers after `ms`. */
function counting(counts: Map<string, number>, ms = 1): Http {
  return async ({ url, signal }) => {
    counts.set(url, (counts.get(url) ?? 0) + 1);
    await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
    return { status: 200, headers: {}, body: new TextEncoder().encode('"pong"') };
  };
}

async function parts(runId: string) {
  return database.sql<{ status: string; owner: string | null; number: number | null }[]>`
    select status, owner, number from runs where chunk_of = ${runId} order by chunk_key`;
}

it('executes a long loop in chunks on two workers, and hides the chunks', async () => {
  const app = await open();
  await open();
  const run = await startSteps(app, [
    loop({ action_params: { message: `item {{item}}${padding}` } }),
    { id: 'after', action: 'log', params: { message: '{{steps.each.output.results[120].message}}' } },
  ]);
  expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed', error: null });
  expect((await parts(run.id)).map(({ status, number }) => ({ status, number }))).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'completed', number: null })),
  );
  const events = await app.runs.events({ id: run.id });
  expect(events.length).toBeLessThan(20);
  const after = events.find((event) => event.type === 'step_completed' && event.step === 'after');
  expect(after).toMatchObject({ output: { value: { message: `item 120${padding}` } } });
  const output = events.flatMap((event) =>
    event.type === 'step_completed' && event.step === 'each' ? [event.output] : [],
  )[0];
  const stored = await app.runs.payload({ id: run.id, hash: output && 'ref' in output ? output.ref : '' });
  const { results, count, failed } = JSON.parse(stored.body);
  expect({ count, failed }).toEqual({ count: COUNT, failed: 0 });
  expect(results).toEqual(items.map((item) => ({ message: `item ${item}${padding}`, level: 'info' })));
  const page = await app.runs.iterations({ runId: run.id, step: 'each', from: 45, limit: 20 });
  expect(page).toMatchObject({ total: COUNT, completed: COUNT, failed: 0, next: 65 });
  expect(page.rows.map(({ index, status, item }) => ({ index, status, item }))).toEqual(
    items.slice(45, 65).map((index) => ({ index, status: 'completed', item: String(index) })),
  );
  const one = findUnit(foldEvents(await app.runs.iteration({ runId: run.id, step: 'each', index: 70 })), {
    step: 'each',
    iteration: [70],
  });
  expect(one?.attempts[0]).toMatchObject({
    inputs: { value: { message: `item 70${padding}` } },
    logs: [{ message: `item 70${padding}` }],
  });
  expect((await app.runs.list({ pipeline: run.pipelineId })).runs).toHaveLength(1);
  const next = await app.runs.start({ pipelineId: run.pipelineId });
  expect(next.number).toBe(2);
  await app.runs.cancel({ id: next.id });
  await untilEnded(app, next.id);
});

it('continues on another worker after a crash, and repeats no finished iteration', async () => {
  const counts = new Map<string, number>();
  const pools = database.openAgain();
  const dying = await openTestApp(pools, {
    config: shared,
    adapters: { chunkSizes, http: counting(counts, 20), report: () => undefined },
  });
  const run = await startSteps(dying, [loop(get('http://service.test/{{item}}'))]);
  await until('40 requests', () => counts.size >= 40);
  // The process is gone for the database: nothing it does arrives any more.
  await pools.close();
  await database.sql`update runs set lease_until = now() - interval '1 s' where owner is not null`;
  const app = await open({ adapters: { http: counting(counts) } });
  await dying.close().catch(() => undefined);
  expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
  expect(counts.size).toBe(COUNT);
  // In flight when it died: at most the parallel iterations of the active chunks.
  expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(60);
});

it('finds the iterations that failed among the others', async () => {
  const app = await open({
    adapters: {
      http: ({ url }) =>
        Promise.resolve({
          status: /[/](7|8|60|120)$/.test(url) ? 500 : 200,
          headers: {},
          body: new Uint8Array(),
        }),
    },
  });
  const request = get('http://service.test/{{item}}');
  const action_params = { ...request.action_params, expect_status: '2xx' };
  const run = await startSteps(app, [loop({ ...request, action_params, on_item_failure: 'continue' })]);
  await untilEnded(app, run.id);
  const page = await app.runs.iterations({ runId: run.id, step: 'each', only: 'failed', limit: 3 });
  expect(page).toMatchObject({ completed: COUNT - 4, failed: 4, next: 120 });
  expect(page.rows.map(({ index, status, error }) => [index, status, error?.kind])).toEqual(
    [7, 8, 60].map((index) => [index, 'failed', 'http_status']),
  );
  await expect(app.runs.iterations({ runId: run.id, step: 'other' })).rejects.toThrow('is not a loop');
  await expect(app.runs.iterations({ runId: 'run_none', step: 'each' })).rejects.toThrow(
    'The run run_none does not exist',
  );
});

it('cancels every chunk with the run, also those that have not begun', async () => {
  const counts = new Map<string, number>();
  const app = await open({ adapters: { http: counting(counts, 60_000) } });
  await open({ adapters: { http: counting(counts, 60_000) } });
  const run = await startSteps(app, [loop(get('http://service.test/{{item}}'))]);
  await until('10 requests', () => counts.size >= 10);
  await app.runs.cancel({ id: run.id });
  expect(await untilEnded(app, run.id)).toMatchObject({ status: 'cancelled' });
  await until('every chunk to be cancelled', async () =>
    (await parts(run.id)).every(({ status }) => status === 'cancelled'),
  );
  const reached = counts.size;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(counts.size).toBe(reached);
});

it('pauses and resumes the chunks with the run', async () => {
  const counts = new Map<string, number>();
  const quick = counting(counts, 20);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // However slow the pause is to arrive, the work is not done by then.
  const http: Http = async (request) => {
    if (counts.size >= 40) await held;
    return quick(request);
  };
  const app = await open({ adapters: { http } });
  const run = await startSteps(app, [loop(get('http://service.test/{{item}}'))]);
  await until('10 requests', () => counts.size >= 10);
  await app.runs.pause({ id: run.id });
  await untilRun(app, run.id, ({ hold }) => hold === 'paused');
  await until('every chunk to be paused', async () => {
    const rows =
      await database.sql`select from runs where chunk_of = ${run.id} and finished_at is null and hold is null`;
    return rows.length === 0;
  });
  expect(counts.size).toBeLessThan(COUNT);
  letGo();
  await app.runs.resume({ id: run.id });
  expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
  expect(counts.size).toBe(COUNT);
});

/** Waits until a query finds a row. */
function untilFound(find: () => Promise<readonly unknown[]>): Promise<unknown> {
  return until('a row', async () => (await find()).length > 0);
}

describe('a quarantined chunk', () => {
  /** A loop under way whose first part has just taken its third worker down. */
  async function quarantined() {
    const counts = new Map<string, number>();
    const front = await open({ config: { runsWorker: false } });
    const back = await open({ adapters: { http: counting(counts, 60_000) } });
    const run = await startSteps(front, [loop(get('http://service.test/{{item}}'))]);
    await until('10 requests', () => counts.size >= 10);
    await back.close();
    await database.sql`
      update runs set owner = 'gone', lease_until = now() - interval '1 s', crash_count = 2, epoch = epoch + 1
      where id = (select id from runs where chunk_of = ${run.id} order by chunk_key limit 1)`;
    const app = await open({ adapters: { http: counting(counts) } });
    await untilRun(app, run.id, ({ hold }) => hold !== null);
    return { app, run };
  }

  it('quarantines its run with the iterations as reason, and continues with it', async () => {
    const { app, run } = await quarantined();
    const held = await app.runs.get({ id: run.id });
    expect(held).toMatchObject({ hold: 'quarantined', status: 'waiting' });
    const events = await app.runs.events({ id: run.id });
    expect(events.find(({ type }) => type === 'run_paused')).toMatchObject({
      reason: 'crashes',
      detail: expect.stringContaining('the iterations 1 to 50 of each crashed'),
    });
    await app.runs.resume({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    const pauses = (await app.runs.events({ id: run.id })).filter(({ type }) => type === 'run_paused');
    expect(pauses).toHaveLength(1);
  });

  it('is cancelled with its run', async () => {
    const { app, run } = await quarantined();
    await app.runs.cancel({ id: run.id });
    await untilEnded(app, run.id);
    await untilFound(
      () => database.sql`
        select from runs where chunk_of = ${run.id} having bool_and(finished_at is not null)
          and min(status) filter (where chunk_key = 'each#1/0') = 'cancelled'`,
    );
  });
});

it('passes a signal to the chunks that wait for it', async () => {
  const app = await open();
  const run = await startSteps(app, [
    loop({ action: 'wait_until', action_params: { condition: 'signals.go', poll_interval_seconds: 3600 } }),
  ]);
  await untilFound(
    () => database.sql`
      select from runs where chunk_of = ${run.id} and status = 'waiting' having count(*) = 3`,
  );
  await app.runs.signal({ id: run.id, name: 'go', value: true });
  await untilFound(
    () => database.sql`
      select from runs r where r.chunk_of = ${run.id} and exists (
        select from run_events e where e.run_id = r.id and e.type = 'signal_received'
      ) having count(*) = 3`,
  );
  await app.runs.cancel({ id: run.id });
  await untilEnded(app, run.id);
});

it('waits for a person when one of its chunks does, and continues with the answer', async () => {
  const counts = new Map<string, number>();
  const dying = await openTestApp(database.openAgain(), {
    config: shared,
    adapters: { chunkSizes, http: counting(counts, 60_000), report: () => undefined },
  });
  const params = {
    action: 'http_request',
    parallel: false,
    items: items.slice(0, 1001),
    max_iterations: 1001,
  };
  const run = await startSteps(dying, [
    loop({ ...params, action_params: { url: 'http://service.test/{{item}}', method: 'POST' } }),
  ]);
  await until('1 requests', () => counts.size >= 1);
  await dying.close();
  const app = await open({ adapters: { http: counting(counts) } });
  await untilRun(app, run.id, ({ status }) => status === 'waiting');
  const [row] = (await app.runs.iterations({ runId: run.id, step: 'each', limit: 1 })).rows;
  expect(row).toMatchObject({ index: 0, status: 'waiting' });
  await app.runs.resolve({ runId: run.id, step: 'each', iteration: [0], answer: 'retry' });
  await until('2 requests', () => counts.size >= 2);
  expect(counts.get('http://service.test/0')).toBe(2);
  await app.runs.cancel({ id: run.id });
  await untilEnded(app, run.id);
});
