import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

const LIMIT = 80;
const SHARE = 40;

let database: TestDatabase;
let apps: App[];

/** No worker claims these runs. */
const CONFIG = { runsWorker: false, databaseUrl: 'postgres://elsewhere', queueLimit: LIMIT };

beforeAll(async () => {
  database = await createTestDatabase();
  apps = [
    await openTestApp(database, { config: CONFIG }),
    await openTestApp({ ...database.openAgain() }, { config: CONFIG }),
  ];
});

beforeEach(async () => {
  await database.sql`update runs set status = 'running' where status = 'pending'`;
});

afterAll(async () => {
  for (const app of apps.toReversed()) await app.close();
});

const [WEB_1, WEB_2] = [0, 1];

function app(process: number): App {
  const found = apps[process];
  if (!found) throw new Error(`There is no process ${process}.`);
  return found;
}

async function pipeline(settings: object = {}): Promise<string> {
  const steps = [{ id: 'a', action: 'log', params: { message: 'a' } }];
  return (await app(WEB_1).pipelines.create({ text: JSON.stringify({ name: 'Queued', steps, settings }) }))
    .id;
}

async function start(process: number, pipelineId: string): Promise<string> {
  return app(process)
    .runs.start({ pipelineId })
    .then(
      () => 'made',
      (error: { code: string }) => error.code,
    );
}

async function waiting(pipelineId: string): Promise<number | undefined> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from runs where pipeline_id = ${pipelineId} and status = 'pending'`;
  return row?.count;
}

async function fill(process: number, pipelineId: string): Promise<void> {
  while ((await start(process, pipelineId)) === 'made');
}

describe('a pipeline that floods the queue', () => {
  it.each([{ concurrency: 1 }, {}])('is limited to its share: settings %j', async (settings) => {
    const flooding = await pipeline(settings);
    const answers = await Promise.all(Array.from({ length: LIMIT }, () => start(WEB_1, flooding)));
    expect(new Set(answers)).toEqual(new Set(['made', 'queue_full']));
    await fill(WEB_1, flooding);
    expect(await waiting(flooding)).toBe(SHARE);
  });

  it('is refused with the number of waiting runs, the limit and a hint', async () => {
    const flooding = await pipeline();
    await fill(WEB_1, flooding);
    await expect(app(WEB_1).runs.start({ pipelineId: flooding })).rejects.toMatchObject({
      code: 'queue_full',
      details: { scope: 'pipeline', limit: SHARE },
      message:
        '40 runs of this pipeline are queued, the maximum share of the queue for a pipeline (50 % of 80). Try again when some have started, cancel some of them, or raise the concurrency of the pipeline or RUNS_QUEUE_SHARE.',
    });
  });

  it('does not block another pipeline, in any process', async () => {
    const [flooding, other] = [await pipeline({ concurrency: 1 }), await pipeline()];
    await fill(WEB_1, flooding);
    const answers: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const refused = start(WEB_1, flooding);
      answers.push(await start(n % 2, other));
      expect(await refused).toBe('queue_full');
    }
    expect(answers).toEqual(Array.from({ length: 20 }, () => 'made'));
  });

  it('has the same share with another process', async () => {
    const flooding = await pipeline();
    await fill(WEB_1, flooding);
    // It counts before its first start; a process that counted within the last second would use its count.
    apps.push(await openTestApp({ ...database.openAgain() }, { config: CONFIG }));
    expect(await start(apps.length - 1, flooding)).toBe('queue_full');
    expect(await waiting(flooding)).toBe(SHARE);
  });

  it('is accepted again when one of its runs has begun', async () => {
    const flooding = await pipeline();
    await fill(WEB_1, flooding);
    await database.sql`
      update runs set status = 'running'
      where id = (select id from runs where pipeline_id = ${flooding} and status = 'pending' limit 1)`;
    expect(await start(WEB_1, flooding)).toBe('made');
    expect(await start(WEB_1, flooding)).toBe('queue_full');
  });

  it('may exceed its share while all runs are within the limit', async () => {
    const [first, second, third] = [await pipeline(), await pipeline(), await pipeline()];
    await fill(WEB_1, first);
    await fill(WEB_1, second);
    expect([await waiting(first), await waiting(second)]).toEqual([SHARE, SHARE]);
    await expect(app(WEB_1).runs.start({ pipelineId: third })).rejects.toMatchObject({
      message: expect.stringMatching(/^The queue is full: 80 runs are queued/),
      details: { scope: 'all', limit: LIMIT },
    });
  });
});

describe('chunks of loops', () => {
  it('do not count towards the share of their pipeline', async () => {
    const id = await pipeline();
    const { id: run } = await app(WEB_1).runs.start({ pipelineId: id });
    await database.sql`
      insert into runs (id, pipeline_id, version, status, params, trigger, created_at, last_seq, wake_at, chunk_of, chunk_key)
      select ${run} || '-' || n, ${id}, 1, 'pending', '{}', 'manual', now(), 1, now(), ${run}, n::text
      from generate_series(1, ${SHARE}::int) n`;
    await fill(WEB_2, id);
    const [own] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from runs
      where pipeline_id = ${id} and status = 'pending' and chunk_of is null`;
    expect(own?.count).toBe(SHARE);
  });
});
