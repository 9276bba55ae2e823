import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { listHistory } from './history';
import { figuresOfHistory } from './history-figures';

const document: PipelineDocument = {
  name: 'Watched',
  params: { path: { type: 'string', default: 'data' } },
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: { url: 'https://data.example.org/{{params.path}}', expect_status: '2xx' },
    },
    { id: 'say', action: 'log', params: { message: 'done' }, depends_on: ['fetch'] },
  ],
};

let database: TestDatabase;
let app: App;
let status: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(() => ({ status, body: {} }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
});

beforeEach(() => {
  status = 200;
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function pipeline(text: PipelineDocument = document): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify(text) })).id;
}

async function run(pipelineId: string, params: Record<string, string> = {}): Promise<string> {
  const { id } = await app.runs.start({ pipelineId, params });
  await untilEnded(app, id);
  return id;
}

const history = (id: string, more: object = {}) => listHistory(app.context, { id, limit: 100, ...more });
const figures = (id: string) => figuresOfHistory(app.context, { id, runs: 1000 });

describe('the history of a pipeline', () => {
  it('lists runs, newest first, with the status of every step', async () => {
    const id = await pipeline();
    const first = await run(id);
    const second = await app.runs.rerun({ id: first, scope: 'everything' });
    await untilEnded(app, second.id);
    const { runs, next } = await history(id);
    expect(next).toBeNull();
    expect(runs.map((each) => [each.number, each.parentNumber])).toEqual([
      [2, 1],
      [1, null],
    ]);
    expect(runs[0]?.steps).toMatchObject([
      { step: 'fetch', status: 'completed' },
      { step: 'say', status: 'completed' },
    ]);
  });

  it('continues after the last run of a page', async () => {
    const id = await pipeline();
    for (let count = 0; count < 3; count += 1) await run(id);
    const page = await history(id, { limit: 2 });
    expect(page.runs.map(({ number }) => number)).toEqual([3, 2]);
    const rest = await history(id, { limit: 2, before: page.next ?? '' });
    expect(rest.runs.map(({ number }) => number)).toEqual([1]);
    expect(rest.next).toBeNull();
  });

  it('shows the steps of an active run, and of a run without a stored digest', async () => {
    const waits: PipelineDocument = {
      name: 'Waits',
      steps: [
        { id: 'say', action: 'log', params: { message: 'hello' } },
        { id: 'later', action: 'wait', params: { duration: 3600 }, depends_on: ['say'] },
      ],
    };
    const id = await pipeline(waits);
    const { id: runId } = await app.runs.start({ pipelineId: id });
    await expect
      .poll(async () => (await history(id)).runs[0]?.steps.map((step) => step.status))
      .toEqual(['completed', 'waiting']);
    await app.runs.cancel({ id: runId });
    await untilEnded(app, runId);
    await database.sql`delete from run_digests where run_id = ${runId}`;
    expect((await history(id)).runs[0]?.steps.map((step) => step.status)).toEqual(['completed', 'cancelled']);
  });

  it('refuses a pipeline that does not exist', async () => {
    await expect(history('pipe_none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(figures('pipe_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the figures of a history', () => {
  it('has rates, durations, steps in document order, and failures by message', async () => {
    const id = await pipeline();
    await run(id);
    status = 503;
    await run(id, { path: 'a/1' });
    await run(id, { path: 'a/2' });
    const found = await figures(id);
    expect(found).toMatchObject({ runs: 3, total: { ended: 3, failed: 2 } });
    expect(found.days.reduce((sum, { ended }) => sum + ended, 0)).toBe(3);
    expect(found.steps.map(({ step, executed, failed }) => [step, executed, failed])).toEqual([
      ['fetch', 3, 2],
      ['say', 1, 0],
    ]);
    expect(found.failures).toHaveLength(1);
    expect(found.failures[0]).toMatchObject({
      step: 'fetch',
      count: 2,
      runs: [{ number: 3 }, { number: 2 }],
    });
  });

  it('says which version is worse than the one before it', async () => {
    const id = await pipeline();
    for (let count = 0; count < 5; count += 1) await run(id);
    const text = JSON.stringify({ ...document, description: 'changed' });
    const { version } = await app.pipelines.get({ id });
    await app.pipelines.save({ id, text, baseVersion: version });
    status = 500;
    for (let count = 0; count < 5; count += 1) await run(id);
    const { versions } = await figures(id);
    expect(versions.map((each) => [each.version, each.previous, each.worse])).toEqual([
      [2, 1, ['more_failures']],
      [1, null, []],
    ]);
  });

  it('is empty without runs', async () => {
    expect(await figures(await pipeline())).toMatchObject({
      runs: 0,
      since: null,
      versions: [],
      failures: [],
    });
  });
});
