import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { worstCaseOfPipeline } from './worst-case';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database.openAgain());
});

afterAll(async () => {
  await app.close();
  await database.close();
});

const get = {
  ...{ id: 'get', action: 'http_request', retry: { max_attempts: 3 } },
  params: { url: 'https://example.org', timeout_seconds: 10 },
};
const rest = { id: 'rest', action: 'wait', params: { duration: 60 }, depends_on: ['get'] };
const textOf = (more: object) => JSON.stringify({ name: 'Limited', steps: [get, rest], ...more });

it('says how long a run of the draft or of a version can take', async () => {
  const { id, version } = await app.pipelines.create({ text: textOf({}) });
  const first = await worstCaseOfPipeline(app.context, { id });
  expect(first).toEqual({
    ...{ version, totalMs: 93_000, limitMs: null, pathMs: 93_000, path: ['get', 'rest'], unlimited: [] },
    steps: [
      { step: 'get', worstMs: 33_000, startsAfterMs: 0, isOnPath: true },
      { step: 'rest', worstMs: 60_000, startsAfterMs: 33_000, isOnPath: true },
    ],
  });
  const { revision } = await app.pipelines.get({ id });
  await app.pipelines.saveDraft({
    id,
    text: textOf({ settings: { timeout_seconds: 45 } }),
    baseRevision: revision,
    keepReplaced: false,
  });
  const draft = await worstCaseOfPipeline(app.context, { id });
  expect(draft).toMatchObject({ version: null, totalMs: 45_000, limitMs: 45_000, pathMs: 93_000 });
  expect(await worstCaseOfPipeline(app.context, { id, version })).toEqual(first);
});

it('names the steps without a limit', async () => {
  const mail = { id: 'mail', action: 'email', depends_on: ['get'] };
  const { id } = await app.pipelines.create({ text: textOf({ steps: [get, mail] }) });
  expect(await worstCaseOfPipeline(app.context, { id })).toMatchObject({
    ...{ totalMs: null, pathMs: null, unlimited: ['mail'] },
    steps: [{ step: 'get' }, { step: 'mail', worstMs: null, startsAfterMs: 33_000 }],
  });
});

it('refuses a pipeline or a version that does not exist', async () => {
  await expect(worstCaseOfPipeline(app.context, { id: 'pl_none' })).rejects.toThrow('does not exist');
  const { id } = await app.pipelines.create({ text: textOf({}) });
  await expect(worstCaseOfPipeline(app.context, { id, version: 9 })).rejects.toThrow('has no version 9');
});
