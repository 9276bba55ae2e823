import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Json, PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { sinceWorked } from './since-worked';

let database: TestDatabase;
let app: App;
/** Ends of addresses that the service answers with status 500. */
let broken: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(({ url }) => ({ status: broken.some((end) => url.endsWith(end)) ? 500 : 200 }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
});

beforeEach(() => {
  broken = [];
});

afterAll(async () => {
  await app.close();
  await database.close();
});

async function loopOf(actionParams: { readonly [name: string]: Json }, action = 'http_request') {
  const document: PipelineDocument = {
    name: 'Loop',
    params: {
      items: { type: 'array', default: ['a', 'b', 'c', 'd'] },
      base: { type: 'string', default: 'x' },
    },
    steps: [
      {
        id: 'each',
        action: 'loop',
        params: {
          ...{ items: '{{params.items}}', action, action_params: actionParams },
          ...{ on_item_failure: 'continue', max_iterations: 5000, parallel: true, max_parallel: 100 },
        },
      },
    ],
  };
  return (await app.pipelines.create({ text: JSON.stringify(document) })).id;
}

const request = { url: 'https://data.example.org/{{params.base}}/{{item}}', expect_status: '2xx' };

async function run(pipelineId: string, params: { readonly [name: string]: Json } = {}): Promise<string> {
  const { id } = await app.runs.start({ pipelineId, params });
  await untilEnded(app, id);
  return id;
}

const changed = ({ inputs }: Awaited<ReturnType<typeof sinceWorked>>) =>
  inputs.filter(({ same }) => !same).map(({ name, worked, tried }) => [name, worked, tried]);

it('compares an iteration with the newest run in which it completed with the same item', async () => {
  const pipelineId = await loopOf(request);
  const first = await run(pipelineId);
  // The same index with another item, then the same item failed.
  await run(pipelineId, { items: ['a', 'b', 'z'] });
  broken = ['/c'];
  await run(pipelineId);
  const failed = await run(pipelineId, { base: 'y' });
  const found = await sinceWorked(app.context, { id: failed, step: 'each', iteration: '2' });
  expect(found.worked).toMatchObject({ id: first, iteration: [2], step: { status: 'completed' } });
  expect(found.run).toMatchObject({ id: failed, iteration: [2], step: { status: 'failed' } });
  expect(found.run.error?.kind).toBe('http_status');
  expect(changed(found)).toEqual([
    ['url', { value: 'https://data.example.org/x/c' }, { value: 'https://data.example.org/y/c' }],
  ]);
});

it('compares it with the nearest completed iteration of the run when no earlier run has it', async () => {
  const pipelineId = await loopOf(request);
  await run(pipelineId, { items: ['other'] });
  broken = ['/b', '/c'];
  const failed = await run(pipelineId);
  const nearest = async (iteration: string) =>
    (await sinceWorked(app.context, { id: failed, step: 'each', iteration })).worked;
  expect(await nearest('1')).toMatchObject({ id: failed, iteration: [0] });
  expect(await nearest('2')).toMatchObject({ id: failed, iteration: [3] });
  expect(
    changed(await sinceWorked(app.context, { id: failed, step: 'each', iteration: '2' })).map(
      ([name]) => name,
    ),
  ).toEqual(['url']);
});

it('shows an iteration alone when no iteration completed anywhere', async () => {
  const pipelineId = await loopOf(request);
  broken = ['a', 'b', 'c', 'd'];
  const failed = await run(pipelineId);
  const found = await sinceWorked(app.context, { id: failed, step: 'each', iteration: '1' });
  expect([found.worked, found.inputs, found.run.iteration]).toEqual([null, [], [1]]);
});

it('compares the items of all loops around a nested iteration', async () => {
  const inner = { items: ['p', 'q'], action: 'http_request', action_params: request };
  const nested = { ...inner, action_params: { ...request, url: 'https://data.example.org/{{item}}' } };
  const pipelineId = await loopOf(nested, 'loop');
  const first = await run(pipelineId);
  await run(pipelineId, { items: ['a', 'other'] });
  broken = ['/q'];
  const failed = await run(pipelineId);
  const found = await sinceWorked(app.context, { id: failed, step: 'each', iteration: '1.1' });
  expect(found.worked).toMatchObject({ id: first, iteration: [1, 1] });
  const other = await run(pipelineId, { items: ['new', 'newer'] });
  const beside = await sinceWorked(app.context, { id: other, step: 'each', iteration: '1.1' });
  expect(beside.worked).toMatchObject({ id: other, iteration: [1, 0] });
});

it('refuses an iteration that the run does not have', async () => {
  const pipelineId = await loopOf({ message: '{{item}}' }, 'log');
  const id = await run(pipelineId);
  const of = (iteration: string, runId = id) =>
    sinceWorked(app.context, { id: runId, step: 'each', iteration });
  await expect(of('4')).rejects.toThrow('Run #1 has no iteration each[4]. Those of each are 0 to 3.');
  await expect(of('2.0')).rejects.toThrow('Run #1 has no iteration each[2][0]. each[2] has no iterations.');
  const long = await run(pipelineId, { items: Array.from({ length: 1001 }, (_, index) => index) });
  await expect(of('1001', long)).rejects.toThrow('Those of each are 0 to 1000.');
  await expect(of('700.0', long)).rejects.toThrow('each[700] has no iterations.');
});

it('compares iterations of a loop in chunks in the same way', async () => {
  const pipelineId = await loopOf(request);
  const items = Array.from({ length: 1001 }, (_, index) => `i${index}`);
  const since = (id: string, iteration: string) => sinceWorked(app.context, { id, step: 'each', iteration });
  const first = await run(pipelineId, { items });
  // The same index with another item.
  await run(pipelineId, { items: items.map((item) => `${item}-other`) });
  broken = ['/i700'];
  const failed = await run(pipelineId, { items, base: 'y' });
  const found = await since(failed, '700');
  expect(found.run).toMatchObject({ id: failed, iteration: [700], step: { status: 'failed' } });
  expect(found.worked).toMatchObject({ id: first, iteration: [700], step: { status: 'completed' } });
  expect(changed(found)).toEqual([
    ['url', { value: 'https://data.example.org/x/i700' }, { value: 'https://data.example.org/y/i700' }],
  ]);

  const fresh = await loopOf(request);
  const alone = await run(fresh, { items });
  expect((await since(alone, '700')).worked).toMatchObject({ id: alone, iteration: [699] });
  expect(await since(alone, '3')).toMatchObject({ worked: { iteration: [2] } });
});
