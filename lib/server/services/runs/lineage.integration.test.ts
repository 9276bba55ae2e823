import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PipelineDocument } from '@/engine';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { lineageOfDraft } from '../pipelines/lineage';
import { lineageOfRun } from './lineage';
import { sinceWorked } from './since-worked';
import { whyOfStep } from './why';

const SECRET = 'hunter2-is-the-value';

const document: PipelineDocument = {
  name: 'Traced',
  params: { item: { type: 'string', default: 'a' } },
  steps: [
    {
      id: 'fetch',
      action: 'http_request',
      params: {
        url: 'https://data.example.org/{{params.item}}',
        headers: { authorization: '{{secrets.key}}' },
        expect_status: '2xx',
      },
    },
    {
      id: 'save',
      action: 'set_output',
      params: { key: 'count', value: '{{steps.fetch.output.response_body.count}}' },
    },
    {
      id: 'alarm',
      action: 'log',
      condition: 'steps.fetch.output.response_body.count > 5',
      params: { message: 'x' },
    },
  ],
};

let database: TestDatabase;
let app: App;
let status: number;

beforeAll(async () => {
  database = await createTestDatabase();
  status = 200;
  const http = fakeHttp(() => ({ status, body: { count: 1 } }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
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

describe('the lineage of a value', () => {
  it('has the values of a run, and none of a secret', async () => {
    const id = await run(await pipeline());
    const found = await lineageOfRun(app.context, { id, value: 'outputs.count' });
    expect(found.origins.map(({ value, text, shown }) => [value, text, shown])).toEqual([
      ['outputs.count', 'read from', { kind: 'value', text: '1' }],
      ['steps.save.output.value', 'read from', { kind: 'value', text: '1' }],
      ['steps.save.params.value', 'read from', { kind: 'value', text: '1' }],
      ['steps.fetch.output.response_body.count', 'returned by HTTP request', { kind: 'value', text: '1' }],
    ]);
    const headers = await lineageOfRun(app.context, { id, value: 'steps.fetch.params.headers' });
    expect(headers.origins.map(({ value, source }) => [value, source])).toContainEqual([
      'secrets.key',
      'secret',
    ]);
    expect(JSON.stringify(headers)).not.toContain(SECRET);
  });

  it('is known of a draft without a run, with its readers', async () => {
    const id = await pipeline();
    const found = await lineageOfDraft(app.context, { id, value: 'params.item', direct: '1' });
    expect(found.run).toBeNull();
    expect(found.readers.map(({ value, written }) => [value, written])).toEqual([
      ['steps.fetch.params.url', 'https://data.example.org/{{params.item}}'],
    ]);
  });

  it('is refused for a text that names no value', async () => {
    const id = await pipeline();
    await expect(lineageOfDraft(app.context, { id, value: 'fetch output' })).rejects.toThrow(
      'fetch output is not a value. Name one as in expressions',
    );
  });
});

it('explains a skipped step with the values of its condition', async () => {
  const id = await run(await pipeline());
  const { steps } = await whyOfStep(app.context, { id, step: 'alarm' });
  expect(steps[0]).toMatchObject({ step: 'alarm', status: 'skipped', skip: { reason: 'condition_false' } });
  expect(steps[0]?.conditions[0]?.lines.map(({ text, value }) => [text, value])).toEqual([
    ['steps.fetch.output.response_body.count > 5', 'false'],
    ['steps.fetch.output.response_body.count', '1'],
  ]);
  await expect(whyOfStep(app.context, { id, step: 'other' })).rejects.toThrow('has no step other');
});

describe('a failed step', () => {
  it('is compared with the newest earlier run in which it completed', async () => {
    const pipelineId = await pipeline();
    const first = await run(pipelineId);
    status = 500;
    await run(pipelineId);
    const failed = await run(pipelineId, { item: 'b' });
    status = 200;
    const found = await sinceWorked(app.context, { id: failed, step: 'fetch' });
    expect(found.worked).toMatchObject({ id: first, step: { status: 'completed' } });
    expect(found.run.error?.kind).toBe('http_status');
    expect(found.definition.total).toBe(0);
    expect(found.inputs.filter(({ same }) => !same)).toEqual([
      {
        name: 'url',
        same: false,
        tried: { value: 'https://data.example.org/b' },
        worked: { value: 'https://data.example.org/a' },
      },
    ]);
    expect(found.inputs.some(({ name, same }) => name === 'headers' && same)).toBe(true);
    expect(JSON.stringify(found)).not.toContain(SECRET);
  });

  it('that never worked is shown alone', async () => {
    const pipelineId = await pipeline();
    status = 500;
    const id = await run(pipelineId);
    status = 200;
    const found = await sinceWorked(app.context, { id, step: 'fetch' });
    expect([found.worked, found.inputs]).toEqual([null, []]);
    await expect(sinceWorked(app.context, { id, step: 'other' })).rejects.toThrow('has no step other');
  });
});
