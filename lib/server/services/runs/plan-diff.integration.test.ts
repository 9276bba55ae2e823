import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../../compose';
import { openTestApp, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { diffWithPlan } from './plan-diff';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(() => ({ status: 200, body: { text: 'x'.repeat(50_000) } }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

it('compares a run with a plan, reading the large values that its inputs contain', async () => {
  const text = JSON.stringify({
    name: 'Planned',
    params: { to: { type: 'string', default: 'a' } },
    steps: [
      { id: 'fetch', action: 'http_request', params: { url: 'https://data.example.org' } },
      {
        id: 'send',
        action: 'http_request',
        params: {
          url: 'https://data.example.org/{{params.to}}',
          method: 'POST',
          body: '{{steps.fetch.output.response_body.text}}',
        },
      },
    ],
  });
  const { id: pipelineId } = await app.pipelines.create({ text });
  const { id } = await app.runs.start({ pipelineId, params: {} });
  await untilEnded(app, id);
  const input = { id, scope: 'from' as const, step: 'send', params: { to: 'b' } };
  const { params, steps } = await diffWithPlan(app.context, input);
  expect(params.changes.map(({ path }) => path)).toEqual([['to']]);
  expect(steps.map(({ step, do: what }) => [step, what])).toEqual([
    ['fetch', 'reuse'],
    ['send', 'execute'],
  ]);
  expect(steps[1]?.inputs.map(({ name, sameness }) => [name, sameness])).toEqual([
    ['url', 'different'],
    ['method', 'same'],
    ['body', 'same'],
  ]);
  expect(steps[1]?.inputs[2]?.run).toEqual({ bytes: 50_002 });
});
