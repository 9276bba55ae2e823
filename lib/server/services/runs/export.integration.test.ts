import { afterAll, beforeAll, expect, it } from 'vitest';
import { MASK } from '@/engine/run/masking/mask';
import { fakeHttp } from '@/engine/testing/fakes';
import { parseRunFile } from '@/lib/contracts/run-file';
import type { App } from '../../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { exportRun } from './export';

const SECRET = 'hunter2-is-the-value';
const PASSWORD = 'postgres://user:written-in-the-step@db.example.org/data';

let database: TestDatabase;
let app: App;
/** Characters of the next response. */
let size = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(() => ({
    status: 200,
    body: { echoed: SECRET, text: 'x'.repeat(size) },
  }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

const CALL = {
  id: 'call',
  action: 'http_request',
  params: { url: 'https://data.example.org', headers: { authorization: '{{secrets.key}}' } },
};

const WRITTEN = {
  id: 'write',
  action: 'loop',
  disabled: true,
  params: {
    items: [1],
    action: 'database',
    action_params: { connection: PASSWORD, operation: 'query', query: 'select 1' },
  },
};

it('is the run with its journal and values, without secrets', async () => {
  const { id } = await startSteps(app, [CALL, WRITTEN]);
  await untilEnded(app, id);
  const { text } = await exportRun(app.context, { id });
  expect(text).not.toContain('hunter2');
  expect(text).not.toContain('written-in-the-step');
  const parsed = parseRunFile(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  const { run, events } = parsed.file;
  expect(run).toMatchObject({ id, number: 1, status: 'completed' });
  expect(run.documentText).toContain(MASK);
  expect(events.map(({ type }) => type)).toContain('step_completed');
});

it.each([
  [40_000, { value: { response_body: { echoed: MASK } } }],
  [1_200_000, { ref: expect.any(String), summary: expect.any(String) }],
])('contains stored values up to the limit, of others the summary: %i', async (characters, output) => {
  size = characters;
  const { id } = await startSteps(app, [CALL]);
  await untilEnded(app, id);
  const { file } = await exportRun(app.context, { id });
  expect(file.events.find(({ type }) => type === 'step_completed')).toMatchObject({ output });
});

it('is refused while the run is active', async () => {
  const { id } = await startSteps(app, [{ id: 'wait', action: 'wait', params: { duration: 3600 } }]);
  await untilRun(app, id, ({ status }) => status === 'waiting');
  await expect(exportRun(app.context, { id })).rejects.toThrow(
    'The run is still active. Download it after its end, or cancel it first.',
  );
  await app.runs.cancel({ id });
  await untilEnded(app, id);
  expect((await exportRun(app.context, { id })).file.run.status).toBe('cancelled');
});
