import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../compose';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { restateBinary } from './binary';
import { restateSettings, startTestRestate, type TestRestate } from './testing/restate-server';

const binary = restateBinary();

describe('a run on Restate', () => {
  let restate: TestRestate;
  let database: TestDatabase;
  let app: App;
  beforeAll(async () => {
    restate = await startTestRestate(binary ?? '');
    database = await createTestDatabase();
    app = await openTestApp(database, { config: { restate: await restateSettings(restate) } });
  });
  afterAll(async () => {
    await app?.close();
    await restate?.close();
  });

  test('completes', async () => {
    const { id } = await startSteps(app, [
      { id: 'a', action: 'log', params: { message: 'one' } },
      { id: 'b', action: 'wait', params: { duration: 1 }, depends_on: ['a'] },
      { id: 'c', action: 'log', params: { message: 'two' }, depends_on: ['b'] },
    ]);
    const run = await untilEnded(app, id);
    expect(run.status).toBe('completed');
  });
});
