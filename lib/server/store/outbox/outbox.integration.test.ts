import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { insertEmptyPipeline } from '../../testing/pipelines';
import { addCommand } from '../commands/add-command';
import { insertRun } from '../new-runs';
import { backlogOf, markSent, putOff, settleStarts } from './send-state';
import { takeCommands } from './take-commands';
import { takeStarts } from './take-starts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEmptyPipeline(database.sql, 'pl_1');
  for (const id of ['run_1', 'run_2']) {
    await insertRun(database.sql, {
      id,
      pipelineId: 'pl_1',
      version: 1,
      trigger: 'manual',
      concurrency: 0,
      driver: 'restate',
      created: {
        seq: 1,
        at: '2026-01-01T00:00:00.000Z',
        type: 'run_created',
        run_id: id,
        pipeline_id: 'pl_1',
        version: 1,
        params: {},
      },
    });
  }
});

afterAll(() => database.close());

it('starts and commands of runs are taken once, counted until they are sent, and settled by the run', async () => {
  const { sql } = database;
  expect(await backlogOf(sql)).toMatchObject({ waiting: 2, lastError: null });
  expect(await takeStarts(sql, 10, 1)).toMatchObject([{ runId: 'run_1', kind: 'start', count: 0, tries: 1 }]);
  expect(await takeStarts(sql, 10, 1)).toEqual([]);

  await addCommand(sql, { id: 'c_1', runId: 'run_1', command: { kind: 'pause' } });
  await addCommand(sql, { id: 'c_2', runId: 'run_1', command: { kind: 'resume' } });
  const commands = await takeCommands(sql, 10);
  expect(commands.map(({ id, kind, count }) => [id, kind, count]).toSorted()).toEqual([
    ['c_1', 'command', 1],
    ['c_2', 'command', 2],
  ]);
  expect(await takeCommands(sql, 10)).toEqual([]);

  await markSent(sql, ['c_1']);
  await putOff(sql, 'c_2', 'no answer', 0);
  const backlog = await backlogOf(sql);
  expect(backlog).toMatchObject({ waiting: 3, lastError: 'no answer' });
  expect(backlog.oldestMs).toBeGreaterThanOrEqual(0);
  expect(await takeCommands(sql, 10)).toMatchObject([{ id: 'c_2', tries: 2 }]);

  await sql`update runs set status = 'running' where id = 'run_1'`;
  await settleStarts(sql);
  const unsent = await sql`select id from outbox where sent_at is null order by id`;
  expect(unsent.map(({ id }) => id)).toEqual(['c_2', 'run_2']);
});
