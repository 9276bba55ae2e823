import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
});

afterAll(() => app.close());

it('counts runs by status, of one pipeline or of all, and lists pinned ones', async () => {
  const good = await startSteps(app, [{ id: 'a', action: 'log', params: { message: 'x' } }]);
  const bad = await startSteps(app, [{ id: 'a', action: 'fail', params: { message: 'x' } }]);
  await Promise.all([untilEnded(app, good.id), untilEnded(app, bad.id)]);
  expect(await app.runs.count({})).toMatchObject({ completed: 1, failed: 1, running: 0, paused: 0 });
  expect(await app.runs.count({ pipeline: bad.pipelineId })).toMatchObject({ completed: 0, failed: 1 });
  await app.runs.pin({ id: bad.id, pinned: true });
  expect(await app.runs.count({ kept: true })).toMatchObject({ completed: 0, failed: 1 });
  const { runs } = await app.runs.list({ kept: true });
  expect(runs).toMatchObject([{ id: bad.id, pinned: true }]);
  await expect(app.runs.pin({ id: 'run_none', pinned: true })).rejects.toMatchObject({ code: 'not_found' });
});

it('lists what failed in a run that completed', async () => {
  const { id, pipelineId } = await startSteps(app, [
    {
      id: 'each',
      action: 'loop',
      params: {
        items: [{ name: 'a' }, {}, { name: 'c' }],
        action: 'log',
        action_params: { message: '{{item.name}}' },
        on_item_failure: 'continue',
      },
    },
  ]);
  await untilEnded(app, id);
  const { runs } = await app.runs.list({ pipeline: pipelineId });
  expect(runs).toMatchObject([{ status: 'completed', warnings: { failedIterations: 1, iterations: 3 } }]);
  const [pipeline] = await app.pipelines.list().then((all) => all.filter((each) => each.id === pipelineId));
  expect(pipeline?.recentRuns).toMatchObject([{ warnings: { failedIterations: 1 } }]);
});

it('stops counting at a limit', async () => {
  const { pipelineId } = await app.runs.list({}).then(({ runs }) => runs[0] ?? { pipelineId: '' });
  await database.sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, finished_at, last_seq)
    select 'run_' || n, 100 + n, ${pipelineId}, 1, 'completed', '{}', 'manual', now(), now(), 1
    from generate_series(1, 1500) as n`;
  expect(await app.runs.count({ pipeline: pipelineId })).toMatchObject({ completed: 1001 });
});
