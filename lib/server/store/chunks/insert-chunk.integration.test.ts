import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewChunk } from '@/engine';
import { createDatabaseBlobs } from '../../files/database-blobs';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { insertEmptyPipeline } from '../../testing/pipelines';
import { until } from '../../testing/until';
import { claimRuns } from '../claims';
import { insertRun } from '../new-runs';
import { chunkRunId } from './chunk-run-id';
import { insertChunk } from './insert-chunk';

const AT = '2026-01-01T00:00:00.000Z';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertEmptyPipeline(database.sql, 'pl_1');
});

afterAll(() => database.close());

async function claimedRun(id: string) {
  await insertRun(database.sql, {
    id,
    pipelineId: 'pl_1',
    version: 1,
    trigger: 'manual',
    concurrency: 0,
    created: { seq: 1, at: AT, type: 'run_created', run_id: id, pipeline_id: 'pl_1', version: 1, params: {} },
  });
  const { runs } = await claimRuns(database.sql, {
    ...{ owner: 'a', leaseMs: 60_000, limit: 1, leased: [], isolatedSlots: 1, turn: '' },
  });
  const [claim] = runs;
  if (claim?.runId !== id) throw new Error('The run is not claimed.');
  return claim;
}

const chunk: NewChunk = {
  of: 'run_1',
  key: 'all#1/0',
  ...{ step: 'all', by: 'loop', started_at: AT, first: 0, total: 2, items: { value: [1, 2] } },
  ...{ action: 'log', params: {}, parallel: 1, stop_on_failure: true, upstream: [], signals: {} },
  run_params: {},
  lastCommand: 0,
};

it('gives a chunk the signal that its run receives while it is created', async () => {
  const { sql } = database;
  const claim = await claimedRun('run_1');
  const target = {
    sql,
    blobs: createDatabaseBlobs(sql),
    claim,
    now: () => new Date(AT),
    report: () => undefined,
  };
  let created: Promise<void> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`select id from runs where id = 'run_1' for no key update`;
    created = insertChunk(target, chunk, {});
    await until('a chunk that waits for the run', async () => {
      const rows = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%unapplied%'`;
      return rows.length > 0;
    });
    await tx`
      insert into run_commands (id, run_id, number, kind, body)
      values ('cmd_1', 'run_1', 1, 'signal', '{"name":"go","value":1}')`;
    await tx`update runs set command_count = 1 where id = 'run_1'`;
  });
  await created;
  const id = chunkRunId('run_1', chunk.key);
  expect(await sql`select number, kind, body from run_commands where run_id = ${id}`).toEqual([
    { number: 1, kind: 'signal', body: { name: 'go', value: 1 } },
  ]);
  expect(await sql`select command_count from runs where id = ${id}`).toEqual([{ command_count: 1 }]);
});
