import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { until } from '../../testing/until';

const SECRET = 'hunter2-is-the-value';
const document: PipelineDocument = {
  name: 'Searched',
  params: { region: { type: 'string', default: 'eu' }, status: { type: 'number', default: 200 } },
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: {
        url: 'https://data.example.org/{{params.status}}',
        expect_status: '2xx',
        headers: { authorization: '{{secrets.key}}' },
      },
    },
  ],
};

let database: TestDatabase;
let app: App;
let pipelineId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(({ url }) => ({
    status: Number(url.slice(-3)),
    body: { echoed: SECRET, city: "L'Aquila \\ north", gateway: 'edge-7.example.net' },
  }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
  pipelineId = (await app.pipelines.create({ text: JSON.stringify(document) })).id;
  await run({ region: 'eu' });
  await run({ region: 'us-east' });
  await run({ region: 'us-west', status: 503 });
  const { id: other } = await app.pipelines.create({ text: JSON.stringify({ ...document, name: 'Other' }) });
  await run({}, other);
  await until('the digests', async () => {
    const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from run_digests`;
    return row?.count === 4;
  });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function run(params: Record<string, string | number>, id = pipelineId): Promise<void> {
  const started = await app.runs.start({ pipelineId: id, params });
  await untilEnded(app, started.id);
}

async function found(search: string, more: object = {}): Promise<number[]> {
  const page = await app.runs.list({ search, pipeline: pipelineId, ...more });
  return page.runs.map(({ number }) => number);
}

describe('a search over runs', () => {
  it.each([
    ['', [3, 2, 1]],
    ['status:failed', [3]],
    ['status:completed,failed', [3, 2, 1]],
    ['param.region:EU', [1]],
    ['param.region:us-*', [3, 2]],
    ['param.region:us-* status:completed', [2]],
    ['output.fetch.status_code:200', [2, 1]],
    [`output.fetch.response_body.city:"L'Aquila \\\\ north"`, [2, 1]],
    ['gateway aquila', []],
    ['edge aqui', [2, 1]],
    ['error:503', [3]],
    ['error:"not 503"', []],
    ['step:fetch', [3]],
    ['version:1', [3, 2, 1]],
    ['version:2', []],
    ['number:1,3', [3, 1]],
    ['trigger:manual', [3, 2, 1]],
    ['trigger:webhook', []],
    ['after:1h', [3, 2, 1]],
    ['before:2020-01-01', []],
    ['duration:<1h', [3, 2, 1]],
    ['duration:>1h', []],
    ['pinned:no', [3, 2, 1]],
  ])('%s finds %j', async (search, numbers) => {
    expect(await found(search)).toEqual(numbers);
  });

  it('finds phrases in errors only as they are written', async () => {
    const [failed] = (await app.runs.list({ search: 'status:failed', pipeline: pipelineId })).runs;
    const words = (failed?.error?.message ?? '').split(' ').slice(0, 2);
    expect(await found(`error:"${words.join(' ')}"`)).toEqual([3]);
    expect(await found(`error:"${words.toReversed().join(' ')}"`)).toEqual([]);
  });

  it('searches all pipelines, or one by its id', async () => {
    const all = await app.runs.list({ search: 'param.region:eu' });
    expect(all.runs).toHaveLength(2);
    expect((await app.runs.list({ search: `param.region:eu pipeline:${pipelineId}` })).runs).toHaveLength(1);
  });

  it('continues after the last run of a page', async () => {
    const first = await app.runs.list({ search: 'param.region:*', pipeline: pipelineId, limit: 2 });
    expect(first.runs.map(({ number }) => number)).toEqual([3, 2]);
    expect(await found('param.region:*', { before: first.next, limit: 2 })).toEqual([1]);
  });

  it('never finds a secret', async () => {
    expect(await found('hunter2')).toEqual([]);
    expect(await found(`output.fetch.response_body.echoed:${SECRET}`)).toEqual([]);
  });

  it('refuses a wrong search with the place and what to do', async () => {
    await expect(app.runs.list({ search: 'a stats:failed' })).rejects.toMatchObject({
      ...{ code: 'invalid', details: { at: 2, length: 12 } },
      message: expect.stringContaining('Did you mean status?'),
    });
  });
});
