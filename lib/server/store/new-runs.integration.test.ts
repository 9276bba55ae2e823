import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { insertEmptyPipeline } from '../testing/pipelines';
import { claimRuns } from './claims';
import { insertRuns, type NewRun } from './new-runs';
import { RunInserter } from './run-inserter';

const AT = '2026-01-01T00:00:00.000Z';

let database: TestDatabase;
let made = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  for (const id of ['pl_a', 'pl_b', 'pl_c']) {
    await insertEmptyPipeline(database.sql, id, id);
  }
});

afterAll(() => database.close());

function newRun(pipelineId: string, more: Partial<NewRun> = {}): NewRun {
  made += 1;
  const id = `run_${made}`;
  return {
    id,
    pipelineId,
    version: 1,
    trigger: 'manual',
    concurrency: 0,
    created: {
      seq: 1,
      at: AT,
      type: 'run_created',
      run_id: id,
      pipeline_id: pipelineId,
      version: 1,
      params: {},
    },
    ...more,
  };
}

describe('concurrently inserted runs', () => {
  it('are numbered within their pipelines, in the order given', async () => {
    const runs = ['pl_a', 'pl_b', 'pl_a', 'pl_a', 'pl_b'].map((id) => newRun(id));
    const numbers = await insertRuns(database.sql, runs);
    expect(runs.map(({ id }) => numbers.get(id))).toEqual([1, 1, 2, 3, 2]);
    expect((await insertRuns(database.sql, [newRun('pl_a')])).size).toBe(1);
    const [row] = await database.sql`select last_run_number as last from pipelines where id = 'pl_a'`;
    expect(row?.last).toBe(4);
  });

  it('leave out those whose pipeline was deleted or changed, without a gap in the numbers', async () => {
    await database.sql`update pipelines set version = 2 where id = 'pl_c'`;
    const [gone, old, fixed, alsoFixed] = [
      newRun('pl_none'),
      newRun('pl_c', { isCurrent: true }),
      newRun('pl_c'),
      newRun('pl_c'),
    ] as const;
    const numbers = await insertRuns(database.sql, [gone, old, fixed, alsoFixed]);
    expect([...numbers]).toEqual([
      [fixed.id, 1],
      [alsoFixed.id, 2],
    ]);
    expect(await database.sql`select from run_events where run_id in (${gone.id}, ${old.id})`).toHaveLength(
      0,
    );
  });

  it('have their first event in the claim, unless it is long', async () => {
    const [short, long] = [newRun('pl_b'), newRun('pl_b', { priority: 9 })];
    const note = 'x'.repeat(20_000);
    const created = { ...long.created, params: { note } };
    await insertRuns(database.sql, [short, { ...long, created }]);
    const { runs } = await claimRuns(database.sql, {
      owner: 'wk',
      leaseMs: 1000,
      limit: 50,
      leased: [],
      isolatedSlots: 0,
      turn: '',
    });
    const found = new Map(runs.map((run) => [run.runId, run.created]));
    expect(JSON.parse(found.get(short.id) ?? '')).toMatchObject({ type: 'run_created', run_id: short.id });
    expect(found.get(long.id)).toBeNull();
  });
});

describe('the inserter', () => {
  it('assigns every run a number of its own, for any number of concurrent starts', async () => {
    const inserter = new RunInserter(database.sql);
    const [before] = await database.sql`select last_run_number as last from pipelines where id = 'pl_a'`;
    const numbers = await Promise.all(
      Array.from({ length: 250 }, (_, n) => inserter.insert(newRun(n % 5 === 0 ? 'pl_b' : 'pl_a'))),
    );
    const ofA = numbers.filter((_, n) => n % 5 !== 0).map((number) => (number ?? 0) - before?.last);
    expect(ofA.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
  });

  it('fails only the run that the database refuses', async () => {
    const inserter = new RunInserter(database.sql);
    const known = newRun('pl_a');
    await inserter.insert(known);
    const answers = await Promise.allSettled([
      inserter.insert(newRun('pl_a')),
      inserter.insert(known),
      inserter.insert(newRun('pl_b')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
