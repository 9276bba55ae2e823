import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Http } from '@/engine/ports';
import { gate } from '@/engine/testing/probes';
import type { App } from '../compose';
import { addCommand } from '../store/commands/add-command';
import { readCommands } from '../store/commands/read-commands';
import { openTestApp, startSteps, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';

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

/** A server with a worker among others, whose requests the test answers. */
async function openGated() {
  const asked = gate();
  const answer = gate();
  const http: Http = async ({ signal }) => {
    asked.open();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    await Promise.race([answer.promise, aborted]);
    return { status: 200, headers: {}, body: new TextEncoder().encode('"pong"') };
  };
  await app.close();
  app = await open({ adapters: { http } });
  return { asked: asked.promise, answer: () => answer.open() };
}

const log = (id: string, more: object = {}) => ({ id, action: 'log', params: { message: id }, ...more });
const call = { id: 'call', action: 'http_request', params: { url: 'http://service.test/', method: 'GET' } };
const rest = { id: 'rest', action: 'wait', params: { duration: 3600 } };
const approval = {
  id: 'approval',
  action: 'wait_until',
  params: { condition: 'signals.approved == true', poll_interval_seconds: 3000, timeout_seconds: 9000 },
};

/** It was claimed and has no owner now: only a command, or its time, continues it. */
function untilParked(id: string) {
  return until(`run ${id} to be parked`, async () => {
    const [run] =
      await database.sql`select owner, hold, wake_at as "wakeAt" from runs where id = ${id} and last_seq > 1`;
    return run?.owner === null ? run : undefined;
  });
}

async function types(id: string): Promise<string[]> {
  return (await app.runs.events({ id })).map(({ type }) => type);
}

const aboutRun = (all: readonly string[]) =>
  all.filter((type) => ['run_paused', 'run_resumed', 'signal_received'].includes(type));

describe('pausing', () => {
  it('lets the step in flight end, starts no other, and releases the run without a wake-up time', async () => {
    const { asked, answer } = await openGated();
    const run = await startSteps(app, [call, log('after', { depends_on: ['call'] })]);
    await asked;
    await app.runs.pause({ id: run.id });
    expect(await untilRun(app, run.id, ({ hold }) => hold !== null)).toMatchObject({
      status: 'waiting',
      hold: 'paused',
    });
    answer();
    expect(await untilParked(run.id)).toEqual({ owner: null, hold: 'paused', wakeAt: null });
    expect((await types(run.id)).filter((type) => type === 'step_started')).toHaveLength(1);
    expect((await app.runs.list({ status: 'paused' })).runs.map(({ id }) => id)).toEqual([run.id]);
    expect((await app.runs.list({ status: 'waiting' })).runs).toEqual([]);

    await app.runs.resume({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed', hold: null });
  });

  it('lasts when its worker dies, and allows repeating the attempt in flight only once it is resumed', async () => {
    await app.close();
    const asked = gate();
    const http: Http = () => {
      asked.open();
      return new Promise(() => undefined);
    };
    const shared = { databaseUrl: 'postgres://elsewhere' };
    const pools = database.openAgain();
    const dying = await openTestApp(pools, { config: shared, adapters: { http, report: () => undefined } });
    const run = await startSteps(dying, [call]);
    await asked.promise;
    await dying.runs.pause({ id: run.id });
    await untilRun(dying, run.id, ({ hold }) => hold !== null);
    // The process is gone for the database: nothing it does arrives any more.
    await pools.close();
    await database.sql`update runs set lease_until = now() - interval '1 s' where id = ${run.id}`;

    const answering: Http = async () => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode('"pong"'),
    });
    app = await open({ config: shared, adapters: { http: answering } });
    await untilParked(run.id);
    expect(await app.runs.get({ id: run.id })).toMatchObject({ status: 'waiting', hold: 'paused' });
    expect((await types(run.id)).filter((type) => type === 'step_started')).toHaveLength(1);
    await app.runs.resume({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed', hold: null });
    expect((await types(run.id)).filter((type) => type === 'step_started')).toHaveLength(2);
    await dying.close().catch(() => undefined);
  });

  it('does not prevent cancelling a run, on any worker', async () => {
    const { asked } = await openGated();
    const run = await startSteps(app, [call]);
    await asked;
    await app.runs.pause({ id: run.id });
    await untilRun(app, run.id, ({ hold }) => hold !== null);
    await app.close();
    app = await open();
    await untilParked(run.id);
    await app.runs.cancel({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'cancelled', hold: null });
  });

  it('prevents a run from beginning when it comes first', async () => {
    const front = await open({ config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
    await app.close();
    const run = await startSteps(front, [log('a')]);
    await front.runs.pause({ id: run.id });
    app = await open();
    await untilRun(app, run.id, ({ hold }) => hold !== null);
    expect(await types(run.id)).toEqual(['run_created', 'run_paused']);
    await app.runs.resume({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
  });
});

describe('signals', () => {
  it('end the wait of a parked run immediately', async () => {
    const run = await startSteps(app, [approval, log('after', { condition: 'signals.approved' })]);
    await untilParked(run.id);
    await app.runs.signal({ id: run.id, name: 'approved', value: true });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    expect((await types(run.id)).filter((type) => type === 'step_waiting')).toHaveLength(1);
  });

  it('may come before the wait begins', async () => {
    const { asked, answer } = await openGated();
    const run = await startSteps(app, [call, { ...approval, depends_on: ['call'] }]);
    await asked;
    await app.runs.signal({ id: run.id, name: 'approved', value: true });
    await untilRun(app, run.id, ({ lastSeq }) => lastSeq >= 4);
    answer();
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    expect(await types(run.id)).not.toContain('step_waiting');
  });

  it('are applied once and in order, with repeated sends and on any worker', async () => {
    const front = await open({ config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
    await app.close();
    const run = await startSteps(front, [rest]);
    const { id } = run;
    for (let time = 0; time < 2; time += 1) {
      await front.runs.signal({ id, name: 'x', value: { n: 1 }, idempotencyKey: 'first' });
    }
    await front.runs.pause({ id });
    await front.runs.signal({ id, name: 'x', value: 2, idempotencyKey: 'second' });
    await front.runs.resume({ id });
    await front.runs.pause({ id });
    app = await open();
    await untilRun(app, id, ({ hold }) => hold !== null);
    await untilParked(id);
    const heard = ['signal_received', 'run_paused', 'signal_received', 'run_resumed', 'run_paused'];
    expect(aboutRun(await types(id))).toEqual(heard);

    // As if the marks had been lost with the worker: all of it is given again.
    await database.sql`update run_commands set consumed_at = null where run_id = ${id}`;
    await database.sql`update runs set wake_at = now() where id = ${id}`;
    await app.runs.signal({ id, name: 'y', value: null });
    await untilRun(app, id, ({ lastSeq }) => lastSeq >= 1 + heard.length + 1);
    await untilParked(id);
    expect(aboutRun(await types(id))).toEqual([...heard, 'signal_received']);
    expect((await readCommands(database.sql, id, 0)).open).toEqual([]);
    await app.runs.cancel({ id });
    await untilEnded(app, id);
  });

  it('are refused with a message by a run that cannot receive them', async () => {
    const run = await startSteps(app, [log('a')]);
    await untilEnded(app, run.id);
    const signal = { id: run.id, name: 'x', value: 1 };
    await expect(app.runs.signal(signal)).rejects.toThrow(
      'The run has ended (completed): it accepts no more signals.',
    );
    await expect(app.runs.pause({ id: run.id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(app.runs.resume({ id: 'run_none' })).rejects.toThrow(
      'The run run_none does not exist. Check its id in the list of runs.',
    );
    await expect(app.runs.signal({ ...signal, value: 'x'.repeat(70_000) })).rejects.toMatchObject({
      code: 'too_large',
    });

    const open = await startSteps(app, [rest]);
    await app.runs.signal({ id: open.id, name: 'x', value: 1, idempotencyKey: 'k' });
    await expect(
      app.runs.signal({ id: open.id, name: 'x', value: 2, idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await app.runs.cancel({ id: open.id });
    await untilEnded(app, open.id);
  });
});

it('stores a command once under its id, and numbers commands in order of arrival', async () => {
  const run = await startSteps(app, [rest]);
  await untilParked(run.id);
  await app.close();
  const give = (id: string) =>
    addCommand(database.sql, { id, runId: run.id, command: { kind: 'pause' } }).then(
      ({ outcome }) => outcome,
    );
  expect(await Promise.all([give('cmd_a'), give('cmd_a'), give('cmd_b'), give('cmd_c')])).toEqual(
    expect.arrayContaining(['added', 'existing']),
  );
  const { count, open } = await readCommands(database.sql, run.id, 0);
  expect(count).toBe(3);
  expect(open.map(({ number }) => number)).toEqual([1, 2, 3]);
});
