import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StepDocument } from '@/engine';
import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { addTriggerInput, type TriggerInput } from '@/lib/contracts/triggers';
import type { App } from './compose';
import { act } from './http/act';
import { answerHook } from './http/hooks';
import { createServe } from './http/serve';
import { submitRun } from './services/runs/submit';
import { openTestApp, startSteps, untilEnded, untilRun } from './testing/app';
import { createTestDatabase, type TestDatabase } from './testing/database';
import { until } from './testing/until';

const PLENTY = 10_000_000_000;
const LOG: StepDocument[] = [{ id: 'a', action: 'log', params: { message: 'a' } }];
const APPROVAL: StepDocument[] = [
  { id: 'approval', action: 'wait_until', params: { condition: 'signals.ok', timeout_seconds: 9000 } },
  { id: 'after', action: 'log', params: { message: 'approved' }, depends_on: ['approval'] },
];

let database: TestDatabase;
let app: App;
let free = PLENTY;
let reported: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const report = (_: unknown, what: string) => void reported.push(what);
  app = await openTestApp(database, { adapters: { freeBytes: () => Promise.resolve(free), report } });
});

afterAll(() => app.close());

beforeEach(() => {
  reported = [];
});

/** Changes the space that is free, and waits until the server has seen it. */
async function setFree(bytes: number): Promise<void> {
  free = bytes;
  const wanted = bytes < 200_000_000 ? 'degraded' : 'ok';
  await vi.waitFor(async () => expect((await app.health()).status).toBe(wanted), { timeout: 60_000 });
}

async function pipeline(steps: object[] = LOG): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify({ name: 'Stored', steps }) })).id;
}

const serve = createServe(() => Promise.resolve(app));
const PROGRAM = { host: 'localhost:3000', 'content-type': 'application/json' };

async function post(body: object, headers: Record<string, string> = {}) {
  const request = new Request('http://localhost:3000/api/v1/runs', {
    method: 'POST',
    headers: { ...PROGRAM, ...headers },
    body: JSON.stringify(body),
  });
  const response = await serve(runEndpoints.start, submitRun)(request);
  return { status: response.status, body: await response.json() };
}

async function readiness() {
  const request = new Request('http://localhost:3000/api/v1/health/ready', { headers: PROGRAM });
  const response = await serve(systemEndpoints.ready, (ctx) => ctx.app.readiness())(request);
  return { status: response.status, body: await response.json() };
}

/** The readiness once it is 200: on a loaded machine the database may take seconds to respond. */
async function isReady() {
  const answer = await readiness();
  return answer.status === 200 && answer;
}

async function addTrigger(pipelineId: string, trigger: TriggerInput) {
  return app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
}

const deliveriesOf = (triggerId: string) => app.triggers.deliveries({ triggerId, limit: 9 });

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

describe('while too little space is free', () => {
  it('every request to start a run is refused with the reason, and health reports it', async () => {
    const pipelineId = await pipeline();
    const first = await post({ pipelineId }, { 'idempotency-key': 'known' });
    await untilEnded(app, first.body.id);
    await setFree(120_000_000);
    const answer = await post({ pipelineId });
    expect(answer).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect(answer.body.message).toMatch(/120 MB free. New runs need at least 200 MB/);
    const headers = new Headers({ host: 'localhost:3000', origin: 'http://localhost:3000' });
    expect(await act(app, headers, (server) => server.runs.start({ pipelineId }))).toMatchObject({
      ok: false,
      error: { code: 'storage_full' },
    });
    expect(await refusal(app.runs.rerun({ id: first.body.id, definition: 'current' }))).toBe('storage_full');
    expect(await post({ pipelineId }, { 'idempotency-key': 'known' })).toMatchObject({ status: 200 });
    // On a loaded machine, the database may not respond in time for a moment.
    await expect
      .poll(() => app.health())
      .toMatchObject({ status: 'degraded', reasons: [{ code: 'storage_low' }] });
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { status: 'not_ready', reasons: [{ code: 'storage_low' }] },
    });
    expect((await app.workers()).reasons).toMatchObject([{ code: 'storage_low' }]);
    await setFree(PLENTY);
    const ready = await until('a server that is ready', isReady);
    expect(ready).toEqual({ status: 200, body: { status: 'ready', reasons: [] } });
    expect((await app.workers()).reasons).toEqual([]);
    expect(await post({ pipelineId })).toMatchObject({ status: 201, body: { number: 2 } });
  });

  it('active runs continue to their end, and documents are saved', async () => {
    const { id } = await startSteps(app, APPROVAL);
    await untilRun(app, id, ({ status }) => status === 'waiting');
    await setFree(0);
    const saved = await pipeline();
    await app.runs.signal({ id, name: 'ok', value: true });
    expect(await untilEnded(app, id)).toMatchObject({ status: 'completed' });
    await setFree(PLENTY);
    expect(await app.runs.start({ pipelineId: saved })).toMatchObject({ number: 1 });
  });

  it('a refused webhook is recorded, and accepted when it is sent again later', async () => {
    const { id, path } = await addTrigger(await pipeline(), { type: 'webhook', name: 'Hook', config: {} });
    const token = String(path).split('/').at(-1) ?? '';
    const call = async () => {
      const request = new Request(`http://localhost:3000/api/v1/hooks/${id}/${token}`, {
        method: 'POST',
        headers: { ...PROGRAM, 'idempotency-key': 'delivery' },
        body: '{}',
      });
      return (await serve(triggerEndpoints.receive, answerHook)(request)).status;
    };
    await setFree(0);
    expect([await call(), await call()]).toEqual([507, 507]);
    const { deliveries } = await deliveriesOf(id);
    expect(deliveries[0]).toMatchObject({ outcome: 'refused', reason: 'storage_full' });
    expect(deliveries.length).toBeLessThanOrEqual(2);
    await setFree(PLENTY);
    expect([await call(), await call()]).toEqual([202, 202]);
    expect(
      (await app.triggers.deliveries({ triggerId: id, outcome: 'started', limit: 9 })).deliveries,
    ).toHaveLength(1);
  });

  it('schedules and triggers after another pipeline wait, and start when there is space', async () => {
    const source = await pipeline(APPROVAL);
    const [scheduled, following] = [await pipeline(), await pipeline()];
    const yearly = { kind: 'interval', every_seconds: 31_536_000, from: '2020-01-01T00:00:00Z' } as const;
    const { id } = await addTrigger(scheduled, { type: 'schedule', name: 'Due', config: yearly });
    const config = { pipeline_id: source, statuses: ['completed'] } as const;
    const follow = await addTrigger(following, {
      type: 'pipeline_finished',
      name: 'Then',
      config: { ...config, statuses: ['completed'] },
    });
    const run = await app.runs.start({ pipelineId: source });
    await setFree(0);
    await database.sql`update triggers set next_at = date_trunc('milliseconds', now()) where id = ${id}`;
    await app.runs.signal({ id: run.id, name: 'ok', value: true });
    await untilEnded(app, run.id);
    // Two looks of the scheduler.
    await new Promise((resolve) => setTimeout(resolve, 2100));
    for (const triggerId of [id, follow.id]) {
      expect((await deliveriesOf(triggerId)).deliveries).toEqual([]);
    }
    await setFree(PLENTY);
    for (const triggerId of [id, follow.id]) {
      await vi.waitFor(
        async () =>
          expect((await deliveriesOf(triggerId)).deliveries).toMatchObject([{ outcome: 'started' }]),
        { timeout: 60_000 },
      );
    }
    expect(reported).toEqual([]);
  });
});

describe('a database without space', () => {
  it('is reported as 507 with a sentence, and health is degraded', async () => {
    const pipelineId = await pipeline();
    await database.sql`
      create function refuse_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`;
    for (const table of ['runs', 'pipeline_versions']) {
      await database.sql`
        create trigger refuse_space before insert on ${database.sql(table)} execute function refuse_space()`;
    }
    expect(await post({ pipelineId })).toMatchObject({
      status: 507,
      body: { code: 'storage_full', message: expect.stringContaining('Free some space') },
    });
    expect(await app.health()).toMatchObject({ status: 'degraded', reasons: [{ code: 'storage_full' }] });
    const headers = new Headers({ host: 'localhost:3000', origin: 'http://localhost:3000' });
    expect(await act(app, headers, (server) => server.pipelines.create({ name: 'Refused' }))).toMatchObject({
      ok: false,
      error: { code: 'storage_full' },
    });
  });
});

it('a process that shuts down is not ready', async () => {
  const other = await openTestApp(database.openAgain(), { config: { runsWorker: false } });
  await until('a process that is ready', async () => (await other.readiness()).status === 'ready');
  await other.close();
  expect(await other.readiness()).toMatchObject({
    status: 'not_ready',
    reasons: [{ code: 'shutting_down' }],
  });
});

it('a process without its database is not ready, with the reason', async () => {
  const pools = database.openAgain();
  // What the process does in the background fails as well.
  const report = () => undefined;
  const other = await openTestApp(pools, { config: { runsWorker: false }, adapters: { report } });
  await pools.close();
  expect(await other.readiness()).toMatchObject({
    status: 'not_ready',
    reasons: [{ code: 'database_unavailable' }],
  });
});
