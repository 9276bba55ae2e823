import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

async function open(options: Parameters<typeof openTestApp>[1] = {}): Promise<App> {
  const config = { databaseUrl: 'postgres://elsewhere', ...options.config };
  const app = await openTestApp(database.openAgain(), { ...options, config });
  opened.push(app);
  return app;
}

const call = { id: 'call', action: 'http_request', params: { url: 'http://service.test/', method: 'GET' } };
const after = { id: 'after', action: 'log', params: { message: 'x' }, depends_on: ['call'] };

/** An HTTP server that answers when the test decides, and reports each request. */
function heldHttp() {
  let tell: () => void = () => undefined;
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const open = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const http: Http = async ({ signal }) => {
    tell();
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
    await Promise.race([open, aborted]);
    return { status: 200, headers: {}, body: new TextEncoder().encode('"pong"') };
  };
  return { http, asked, answer: () => answer() };
}

describe('a run that crashes its workers', () => {
  it('is quarantined after exactly three crashes, and continues when a person resumes it', async () => {
    const front = await open({ config: { runsWorker: false } });
    const run = await startSteps(front, [{ id: 'a', action: 'log', params: { message: 'x' } }]);
    // As after a worker died that had crashed twice before: this lease is the third that runs out.
    const die = (crashes: number) => database.sql`
      update runs set owner = 'gone', lease_until = now() - interval '1 s', crash_count = ${crashes}
      where id = ${run.id}`;
    await die(2);
    const app = await open();
    const held = await untilRun(app, run.id, ({ hold }) => hold !== null);
    expect(held.hold).toBe('quarantined');
    const events = await app.runs.events({ id: run.id });
    expect(events.at(-1)).toMatchObject({ type: 'run_paused', reason: 'crashes' });
    expect(events.map(({ type }) => type)).not.toContain('step_started');
    expect((await app.workers()).queue.quarantined).toBe(1);
    await app.runs.resume({ id: run.id });
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    const [row] = await database.sql`select crash_count, hold from runs where id = ${run.id}`;
    expect(row).toEqual({ crash_count: 0, hold: null });
  });

  it('continues after two crashes, which are reset once a step has ended', async () => {
    const front = await open({ config: { runsWorker: false } });
    const run = await startSteps(front, [{ id: 'a', action: 'log', params: { message: 'x' } }]);
    await database.sql`
      update runs set owner = 'gone', lease_until = now() - interval '1 s', crash_count = 1 where id = ${run.id}`;
    const app = await open();
    expect(await untilEnded(app, run.id)).toMatchObject({ status: 'completed' });
    const [row] = await database.sql`select crash_count from runs where id = ${run.id}`;
    expect(row).toEqual({ crash_count: 0 });
  });
});

/** Limit of a wait, for a loaded machine. Workers look for expired leases once a second. */
const WITHIN = { timeout: 60_000 };

describe('a run that is not opened', () => {
  /** The state of a run that was claimed after its worker had died over it. */
  const die = (id: string, crashes: number) => database.sql`
    update runs set owner = 'gone', lease_until = now() - interval '1 s', crash_count = ${crashes} where id = ${id}`;
  /** A damaged journal: opening the run would fail. */
  const spoil = (id: string) => database.sql`
    update run_events set body = '{"type": "run_created", "params": null}' where run_id = ${id} and seq = 1`;
  const log = [{ id: 'a', action: 'log', params: { message: 'x' } }];

  it('is quarantined by its row alone, and again when its worker crashes once more', async () => {
    const front = await open({ config: { runsWorker: false } });
    const run = await startSteps(front, log);
    await spoil(run.id);
    await die(run.id, 2);
    await open();
    const reached = (seq: number) =>
      vi.waitFor(async () => {
        const [row] = await database.sql`
          select hold, owner, last_seq >= ${seq} as reached from runs where id = ${run.id}`;
        expect(row).toEqual({ hold: 'quarantined', owner: null, reached: true });
      }, WITHIN);
    await reached(2);
    await die(run.id, 3);
    await reached(3);
    await database.sql`delete from runs where id = ${run.id}`;
  });

  it('is cancelled by its row alone when the worker that cancels it crashes', async () => {
    const front = await open({ config: { runsWorker: false } });
    const run = await startSteps(front, log);
    await spoil(run.id);
    await front.runs.cancel({ id: run.id });
    await die(run.id, 3);
    await open();
    await vi.waitFor(async () => {
      const [row] = await database.sql`select status from runs where id = ${run.id}`;
      expect(row?.status).toBe('cancelled');
    }, WITHIN);
  });
});

describe('a worker with an expired lease', () => {
  it('reverts its counted crash when another worker has the run', async () => {
    const { http, asked, answer } = heldHttp();
    const app = await open({ adapters: { http } });
    const run = await startSteps(app, [call]);
    await asked;
    await database.sql`
      update runs set owner = 'other', epoch = epoch + 1, crash_count = 2, crashed_epoch = epoch,
        lease_until = now() + interval '1 minute'
      where id = ${run.id}`;
    await vi.waitFor(async () => {
      const [row] =
        await database.sql`select owner, crash_count, crashed_epoch from runs where id = ${run.id}`;
      expect(row).toEqual({ owner: 'other', crash_count: 1, crashed_epoch: null });
    }, WITHIN);
    answer();
    await database.sql`update runs set owner = null, wake_at = now() where id = ${run.id}`;
    await app.runs.cancel({ id: run.id });
    await untilEnded(app, run.id);
  });
});

describe('a worker that is stopped', () => {
  it('lets the attempt in flight end, records it, starts nothing more and releases the run', async () => {
    const { http, asked, answer } = heldHttp();
    const first = await open({ config: { drainMs: 60_000 }, adapters: { http } });
    const run = await startSteps(first, [call, after]);
    await asked;
    const closed = first.close();
    await until(
      'the worker stops',
      async () => (await database.sql`select from workers where draining`).length > 0,
    );
    answer();
    await closed;
    const [row] = await database.sql`
      select owner, crash_count, wake_at <= now() as due, last_seq from runs where id = ${run.id}`;
    expect(row).toMatchObject({ owner: null, crash_count: 0, due: true });
    const second = await open();
    const before = (await second.runs.events({ id: run.id })).slice(0, row?.last_seq);
    expect(before.at(-1)).toMatchObject({ type: 'step_completed', step: 'call' });
    expect(await untilEnded(second, run.id)).toMatchObject({ status: 'completed' });
    const events = await second.runs.events({ id: run.id });
    expect(events.filter(({ type }) => type === 'step_started')).toHaveLength(2);
  });
});

describe('the list of workers', () => {
  it('shows a process with its runs, and removes it when it ends', async () => {
    const { http, asked, answer } = heldHttp();
    const app = await open({ adapters: { http }, config: { kind: 'worker', slots: 3 } });
    const front = await open({ config: { runsWorker: false } });
    const run = await startSteps(front, [call]);
    await asked;
    const { workers } = await front.workers();
    expect(workers).toMatchObject([
      { kind: 'worker', state: 'working', slots: 3, pid: process.pid, runs: [{ id: run.id, number: 1 }] },
    ]);
    await vi.waitFor(async () => {
      // The worker reports at an interval, perhaps just before the list is read.
      await database.sql`update workers set seen_at = now() - interval '1 minute'`;
      expect((await front.workers()).workers[0]?.state).toBe('silent');
    }, WITHIN);
    answer();
    await untilEnded(front, run.id);
    await app.close();
    expect((await front.workers()).workers).toEqual([]);
  });

  it('is exported to Prometheus', async () => {
    const app = await open();
    await untilEnded(app, (await startSteps(app, [{ id: 'a', action: 'log', params: { message: 'x' } }])).id);
    // The database knows of the end before this process hears that it was written.
    await vi.waitFor(async () => {
      const steps = /^pipewright_steps_ended_total\{outcome="completed"\} 1$/m;
      expect(await app.metrics.text()).toMatch(steps);
    }, WITHIN);
    const text = await app.metrics.text();
    expect(text).toMatch(/^pipewright_claims_total [1-9]/m);
    expect(text).toMatch(/^pipewright_runs\{status="pending"\} 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  });
});
