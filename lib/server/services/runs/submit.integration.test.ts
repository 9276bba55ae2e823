import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const STEPS = [{ id: 'a', action: 'log', params: { message: 'a' } }];
const QUEUE_LIMIT = 150;

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  // No worker claims these runs.
  const config = {
    runsWorker: false,
    databaseUrl: 'postgres://elsewhere',
    queueLimit: QUEUE_LIMIT,
    queueSharePercent: 100,
  };
  app = await openTestApp(database, { config });
});

afterAll(() => app.close());

async function pipeline(more: object = {}): Promise<string> {
  const document = {
    name: 'Submitted',
    steps: STEPS,
    params: { n: { type: 'integer', default: 1 } },
    ...more,
  };
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

async function rows(pipelineId: string) {
  return database.sql<{ id: string; number: number; priority: number }[]>`
    select id, number, priority from runs where pipeline_id = ${pipelineId} order by number`;
}

describe('starting a run under an idempotency key', () => {
  it('starts one run for 100 identical concurrent requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pipelineId = await pipeline();
      const start = () => app.runs.start({ pipelineId, idempotencyKey: `order ${round}` });
      const answers = await Promise.all(Array.from({ length: 100 }, start));
      const runs = await rows(pipelineId);
      expect(runs).toHaveLength(1);
      expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([runs[0]?.id]));
      expect(answers.filter(({ existing }) => !existing)).toHaveLength(1);
      expect((await app.runs.start({ pipelineId })).number).toBe(2);
    }
  });

  it('returns the existing run after the pipeline was changed', async () => {
    const id = await pipeline();
    const first = await app.runs.start({ pipelineId: id, params: {}, idempotencyKey: 'k' });
    const { text } = await app.pipelines.get({ id });
    const changed = { ...JSON.parse(text), params: { n: { type: 'integer', default: 2 } } };
    await app.pipelines.save({ id, text: JSON.stringify(changed), baseVersion: 1 });
    const again = await app.runs.start({ pipelineId: id, params: {}, idempotencyKey: 'k' });
    expect(again).toEqual({ id: first.id, number: 1, version: 1, existing: true });
  });

  it('treats params with the same meaning as equal', async () => {
    const pipelineId = await pipeline();
    const first = await app.runs.start({ pipelineId, params: { n: 5 }, idempotencyKey: 'k' });
    const again = await app.runs.start({ pipelineId, params: { n: '5' }, idempotencyKey: 'k' });
    expect(again.id).toBe(first.id);
  });

  it('refuses other params and another version', async () => {
    const pipelineId = await pipeline();
    await app.runs.start({ pipelineId, params: { n: 5 }, idempotencyKey: 'k' });
    const other = app.runs.start({ pipelineId, params: { n: 6 }, idempotencyKey: 'k' });
    await expect(other).rejects.toMatchObject({ code: 'conflict', details: { number: 1 } });
    const version = app.runs.start({ pipelineId, params: { n: 5 }, version: 2, idempotencyKey: 'k' });
    await expect(version).rejects.toMatchObject({ code: 'conflict' });
  });

  it('lets two pipelines use the same key', async () => {
    const [a, b] = [await pipeline(), await pipeline()];
    const first = await app.runs.start({ pipelineId: a, idempotencyKey: 'shared' });
    const second = await app.runs.start({ pipelineId: b, idempotencyKey: 'shared' });
    expect(second.id).not.toBe(first.id);
  });
});

describe('the priority of a run', () => {
  it('is that of the start, otherwise that of the pipeline, otherwise 0', async () => {
    const [urgent, plain] = [await pipeline({ settings: { priority: 40 } }), await pipeline()];
    await app.runs.start({ pipelineId: urgent });
    await app.runs.start({ pipelineId: urgent, priority: 7 });
    await app.runs.start({ pipelineId: plain });
    expect((await rows(urgent)).map(({ priority }) => priority)).toEqual([40, 7]);
    expect((await rows(plain)).map(({ priority }) => priority)).toEqual([0]);
  });
});

describe('a full queue', () => {
  it('refuses every start, and accepts one again when a run has begun', async () => {
    const [free, limited] = [await pipeline(), await pipeline({ settings: { concurrency: 1 } })];
    const start = (pipelineId: string) =>
      app.runs.start({ pipelineId }).then(
        () => 'made',
        (error: { code: string }) => error.code,
      );
    const answers = await Promise.all(
      Array.from({ length: QUEUE_LIMIT + 50 }, (_, n) => start(n % 2 === 0 ? free : limited)),
    );
    expect(new Set(answers)).toEqual(new Set(['made', 'queue_full']));
    while ((await start(free)) === 'made');
    const [{ count } = { count: 0 }] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from runs where status = 'pending'`;
    expect(count).toBe(QUEUE_LIMIT);
    await expect(app.runs.start({ pipelineId: free })).rejects.toThrow(/150 runs are queued/);
    await database.sql`update runs set status = 'running' where id = (select id from runs limit 1)`;
    expect(await start(limited)).toBe('made');
    expect(await start(limited)).toBe('queue_full');
  });
});

describe('a run without a version', () => {
  it('has the newest one, also when another process has saved it', async () => {
    const elsewhere = await openTestApp(
      { ...database.openAgain() },
      { config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } },
    );
    const id = await pipeline();
    await database.sql`update runs set status = 'running' where status = 'pending'`;
    await app.runs.start({ pipelineId: id });
    const save = async (document: object, baseVersion: number) =>
      elsewhere.pipelines.save({ id, text: JSON.stringify(document), baseVersion });
    await save({ name: 'Without steps', steps: [] }, 1);
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(/has no steps/);
    await save({ name: 'Fixed', steps: STEPS }, 2);
    const { id: fixed } = await app.runs.start({ pipelineId: id });
    expect((await app.runs.get({ id: fixed })).version).toBe(3);
    await elsewhere.pipelines.remove({ id });
    await expect(app.runs.start({ pipelineId: id })).rejects.toThrow(/The pipeline \S+ does not exist/);
    await elsewhere.close();
  });
});
