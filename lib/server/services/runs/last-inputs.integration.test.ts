import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { lastInputs } from './last-inputs';

const url = 'https://data.example.org';
const retry: PipelineDocument['steps'][number]['retry'] = {
  max_attempts: 3,
  initial_delay_seconds: 0.01,
  retry_on: ['http_status'],
};
/** `flaky` completes at its second attempt; the iteration for `b` of `each` at its third. */
const steps: PipelineDocument['steps'] = [
  { id: 'flaky', action: 'http_request', params: { url: `${url}/flaky`, expect_status: '2xx' }, retry },
  {
    id: 'each',
    action: 'loop',
    params: {
      items: [{ name: 'a' }, { name: 'b', note: 'x'.repeat(1000) }],
      action: 'http_request',
      action_params: { url: `${url}/{{item.name}}/{{index}}`, expect_status: '2xx' },
    },
    retry,
    depends_on: ['flaky'],
  },
];

let database: TestDatabase;
let app: App;
let pipelineId: string;
let run: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const failures = new Map([
    [`${url}/flaky`, 1],
    [`${url}/b/1`, 2],
  ]);
  const http = fakeHttp(({ url: asked }) => {
    const left = failures.get(asked) ?? 0;
    failures.set(asked, left - 1);
    return { status: left > 0 ? 503 : 200, body: 'ok', headers: {} };
  });
  app = await openTestApp(database.openAgain(), {
    config: { databaseUrl: 'postgres://elsewhere' },
    adapters: { http },
  });
  pipelineId = (await app.pipelines.create({ text: JSON.stringify({ name: 'Retries', steps }) })).id;
  run = (await app.runs.start({ pipelineId })).id;
  expect((await untilEnded(app, run)).status).toBe('completed');
});

afterAll(async () => {
  await app.close();
  await database.close();
});

describe('what a step received', () => {
  it('is that of its newest attempt, or of the chosen one', async () => {
    const newest = await lastInputs(app.context, { pipelineId, step: 'flaky' });
    expect(newest).toMatchObject({
      run: { id: run, number: 1 },
      inputs: { url: `${url}/flaky` },
      attempts: 2,
      loop: null,
    });
    const first = await lastInputs(app.context, { pipelineId, step: 'flaky', run, attempt: 1 });
    expect(first).toMatchObject({ inputs: { url: `${url}/flaky` }, attempts: 2 });
    const fourth = await lastInputs(app.context, { pipelineId, step: 'flaky', attempt: 4 });
    expect(fourth).toMatchObject({ inputs: null, attempts: 2 });
  });

  it('is that of an iteration, with its item shortened', async () => {
    const own = await lastInputs(app.context, { pipelineId, step: 'each' });
    expect(own).toMatchObject({ attempts: 1, loop: { total: 2, index: 0, item: { value: { name: 'a' } } } });
    const second = await lastInputs(app.context, { pipelineId, step: 'each', iteration: 1 });
    expect(second).toMatchObject({
      inputs: { url: `${url}/b/1` },
      attempts: 3,
      loop: { total: 2, index: 1, item: { value: { name: 'b' }, shortened: true } },
    });
    const third = await lastInputs(app.context, { pipelineId, step: 'each', iteration: 2 });
    expect(third).toMatchObject({ inputs: null, attempts: 0, loop: { total: 2, item: { value: null } } });
  });

  it('is read of a loop that runs in chunks, too', async () => {
    const items = Array.from({ length: 1200 }, (_, index) => ({ n: index }));
    const document = {
      name: 'Chunks',
      params: { items: { type: 'array' } },
      steps: [
        {
          id: 'each',
          action: 'loop',
          params: {
            items: '{{params.items}}',
            action: 'log',
            action_params: { message: 'item {{item.n}}' },
            max_iterations: 2000,
          },
        },
      ],
    };
    const { id } = await app.pipelines.create({ text: JSON.stringify(document) });
    const long = await app.runs.start({ pipelineId: id, params: { items } });
    expect((await untilEnded(app, long.id)).status).toBe('completed');
    const last = await lastInputs(app.context, { pipelineId: id, step: 'each', iteration: 1199 });
    expect(last).toMatchObject({
      inputs: { message: 'item 1199' },
      attempts: 1,
      loop: { total: 1200, item: { value: { n: 1199 } } },
    });
  });
});

describe('outputs for examples', () => {
  it('are those of pins when a person chose them', async () => {
    await expect(app.shapes.samples({ pipelineId, source: 'pins' })).resolves.toEqual({});
    const value = { results: [], count: 0, failed: 0 };
    await app.runs.pinOutput({ id: pipelineId, step: 'flaky', run });
    await app.runs.pinOutput({ id: pipelineId, step: 'each', value });
    await expect(app.shapes.samples({ pipelineId, source: 'pins' })).resolves.toMatchObject({
      flaky: { run: 1, value: { status_code: 200 } },
      each: { run: null, value },
    });
  });
});
