import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { type ClaimOptions, claimRuns } from './claims';
import { disownRuns } from './queue/disown-runs';
import { parkRun } from './queue/park-run';
import { upsertWorker } from './workers';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`
    insert into pipelines (id, name, version, last_run_number)
    select 'pl_' || n, 'Pipeline', 1, 0 from generate_series(1, 30) n`;
  await database.sql`
    insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
    select id, 1, '{}', '', 0, 0 from pipelines`;
});

afterAll(() => database.close());

beforeEach(() => database.sql`delete from runs`);

/** Adds runs of a pipeline, the first one the oldest: `pl_1#1`, `pl_1#2`, … */
async function add(pipeline: string, count: number, more: object = {}): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `${pipeline}#${n + 1}`,
    number: n + 1,
    pipeline_id: pipeline,
    version: 1,
    status: 'pending',
    params: '{}',
    trigger: 'manual',
    created_at: new Date(),
    last_seq: 1,
    wake_at: new Date(Date.now() - 100_000 + n),
    ...more,
  }));
  await database.sql`insert into runs ${database.sql(rows)}`;
}

let turn = '';
let claims = 0;

/** Claims as a separate worker by default. */
async function claim(options: Partial<ClaimOptions> = {}) {
  claims += 1;
  const defaults = {
    owner: `worker ${claims}`,
    leaseMs: 60_000,
    limit: 16,
    leased: [],
    isolatedSlots: 1,
    turn,
  };
  const taken = await claimRuns(database.sql, { ...defaults, ...options });
  turn = taken.turn;
  return taken.runs.map(({ runId }) => runId);
}

/** Runs one after the other, each gone from the queue when the next is claimed. */
async function oneByOne(times: number): Promise<string[]> {
  const order: string[] = [];
  for (let n = 0; n < times; n += 1) {
    const ids = await claim({ limit: 1 });
    order.push(...ids);
    await database.sql`
      update runs set status = 'completed', owner = null, finished_at = now() where id = any(${ids}::text[])`;
  }
  return order;
}

const pipelineOf = (id: string) => id.slice(0, id.indexOf('#'));

describe('a claim', () => {
  it('takes the oldest runs of one pipeline', async () => {
    await add('pl_1', 5);
    expect(new Set(await claim({ limit: 3 }))).toEqual(new Set(['pl_1#1', 'pl_1#2', 'pl_1#3']));
  });

  it('takes a run of another pipeline next, with any number of waiting runs of the first', async () => {
    await add('pl_1', 500);
    await claim({ limit: 16 });
    await add('pl_2', 1);
    expect(await claim({ limit: 2 })).toContain('pl_2#1');
  });

  it('alternates between pipelines when one run is claimed at a time', async () => {
    turn = '';
    for (const pipeline of ['pl_1', 'pl_2', 'pl_3']) await add(pipeline, 4);
    expect((await oneByOne(9)).map(pipelineOf)).toEqual(
      Array.from({ length: 3 }, () => ['pl_1', 'pl_2', 'pl_3']).flat(),
    );
  });

  it('divides its runs evenly among pipelines', async () => {
    for (const pipeline of ['pl_1', 'pl_2', 'pl_3', 'pl_4']) await add(pipeline, 50);
    const counts = new Map<string, number>();
    for (const id of await claim({ limit: 16 })) {
      counts.set(pipelineOf(id), (counts.get(pipelineOf(id)) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual([4, 4, 4, 4]);
  });

  it('reaches every pipeline when there are more pipelines than runs in a claim', async () => {
    for (let n = 1; n <= 30; n += 1) await add(`pl_${n}`, 10);
    const seen = [...(await claim()), ...(await claim())].map(pipelineOf);
    expect(new Set(seen).size).toBe(30);
  });

  it('takes a higher priority first, whatever its age and pipeline', async () => {
    await add('pl_1', 20);
    await add('pl_2', 3, { priority: 10 });
    await add('pl_3', 2, { priority: 90, concurrency: 5 });
    await add('pl_4', 1, { priority: 50, status: 'waiting' });
    expect(await oneByOne(6)).toEqual(['pl_3#1', 'pl_3#2', 'pl_4#1', 'pl_2#1', 'pl_2#2', 'pl_2#3']);
  });

  it('respects the concurrency of a pipeline, and still reaches its next runs', async () => {
    await add('pl_1', 500);
    await add('pl_2', 10, { concurrency: 2 });
    const first = await claim();
    expect(first.filter((id) => pipelineOf(id) === 'pl_2').toSorted()).toEqual(['pl_2#1', 'pl_2#2']);
    expect((await claim()).filter((id) => pipelineOf(id) === 'pl_2')).toEqual([]);
    await database.sql`update runs set status = 'completed', owner = null where id = 'pl_2#1'`;
    expect((await claim()).filter((id) => pipelineOf(id) === 'pl_2')).toEqual(['pl_2#3']);
  });

  it('assigns each run to one of many workers, and leaves none while slots are free', async () => {
    await add('pl_1', 300);
    await add('pl_2', 100, { concurrency: 1000 });
    const all = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const mine: string[] = [];
        for (;;) {
          const options = {
            owner: `w${n}`,
            leaseMs: 60_000,
            limit: 16,
            leased: mine,
            isolatedSlots: 1,
            turn: '',
          };
          const { runs, isContended } = await claimRuns(database.sql, options);
          mine.push(...runs.map(({ runId }) => runId));
          if (runs.length === 0 && !isContended) return mine;
        }
      }),
    );
    expect(all.flat()).toHaveLength(400);
    expect(new Set(all.flat()).size).toBe(400);
  });

  it('leaves runs that sleep, are paused, are advanced otherwise or need a newer release', async () => {
    await add('pl_1', 1, { wake_at: new Date(Date.now() + 60_000) });
    await add('pl_2', 1, { wake_at: null, hold: 'paused', status: 'waiting' });
    await add('pl_3', 1, { driver: 'restate' });
    await add('pl_4', 1, { protocol: 9 });
    await add('pl_5', 1);
    expect(await claim()).toEqual(['pl_5#1']);
  });

  it('takes a paused run that a command woke', async () => {
    await add('pl_1', 1, { hold: 'paused', status: 'waiting' });
    expect(await claim()).toEqual(['pl_1#1']);
  });

  it('takes only new runs on request', async () => {
    await add('pl_1', 50);
    await add('pl_2', 3);
    await add('pl_3', 2, { status: 'waiting' });
    await add('pl_4', 1);
    expect(new Set(await claim({ limit: 4, excludePipelines: ['pl_1'] }))).toEqual(
      new Set(['pl_2#1', 'pl_4#1']),
    );
  });

  it('takes again a run that its worker owns without knowing', async () => {
    await add('pl_1', 2);
    await claim({ owner: 'a' });
    expect(await claim({ owner: 'a', leased: ['pl_1#1'] })).toEqual(['pl_1#2']);
  });
});

describe('runs whose workers died', () => {
  const dead = { owner: 'gone', lease_until: new Date(0), status: 'running', wake_at: null };

  it('come first, and their crashes are counted', async () => {
    await add('pl_1', 30, { priority: 100 });
    await add('pl_2', 1, { ...dead, crash_count: 0 });
    const { runs } = await claimRuns(database.sql, {
      ...{ owner: 'a', leaseMs: 60_000, limit: 1, leased: [], isolatedSlots: 1, turn: '' },
    });
    expect(runs).toMatchObject([{ runId: 'pl_2#1', crashCount: 1 }]);
    await parkRun(database.sql, runs[0] ?? { runId: '', owner: '', epoch: 0 }, {
      wakeAt: undefined,
      seenCommands: 0,
    });
    const [row] = await database.sql`select crash_count from runs where id = 'pl_2#1'`;
    expect(row).toEqual({ crash_count: 0 });
  });

  it('are advanced one at a time when they crashed twice, while others continue', async () => {
    await add('pl_1', 3, { ...dead, crash_count: 1 });
    await add('pl_2', 2, { status: 'waiting', crash_count: 2 });
    await add('pl_3', 2);
    const first = await claim();
    expect(first.filter((id) => pipelineOf(id) !== 'pl_3')).toEqual(['pl_1#1']);
    expect(first).toHaveLength(3);
    expect(await claim({ isolatedSlots: 0 })).toEqual([]);
    expect(await claim()).toEqual(['pl_1#2']);
  });

  it('are all taken when they are to be quarantined', async () => {
    await add('pl_1', 3, { ...dead, crash_count: 2 });
    await add('pl_2', 2, { status: 'waiting', crash_count: 3 });
    expect(await claim({ isolatedSlots: 0 })).toHaveLength(5);
  });
});

describe('the crash of an expired lease', () => {
  const expired = { owner: 'late', epoch: 4, status: 'running', lease_until: new Date(Date.now() - 60_000) };
  const crashes = async () =>
    (await database.sql`select crash_count, owner from runs where id = 'pl_1#1'`)[0];

  it('is counted for a run whose worker was never seen again', async () => {
    await add('pl_1', 1, expired);
    await claim();
    expect(await crashes()).toMatchObject({ crash_count: 1 });
  });

  it('is not counted for a run whose worker was seen later', async () => {
    const load = { rssBytes: 0, cpuPercent: 0, stepsPerMinute: 0 };
    const row = { host: 'h', pid: 1, version: '1', draining: false, slots: 1, held: 1, load };
    await upsertWorker(database.sql, { ...row, id: 'late', kind: 'worker' });
    await add('pl_1', 1, expired);
    await claim();
    expect(await crashes()).toMatchObject({ crash_count: 0 });
    await database.sql`delete from workers`;
  });

  it('is uncounted once, by the same worker', async () => {
    await add('pl_1', 1, { ...expired, crash_count: 1 });
    await claim({ owner: 'next' });
    const lost = { runId: 'pl_1#1', owner: 'late', epoch: 4 };
    await disownRuns(database.sql, [{ ...lost, epoch: 3 }]);
    expect(await crashes()).toEqual({ crash_count: 2, owner: 'next' });
    await disownRuns(database.sql, [lost]);
    await disownRuns(database.sql, [lost]);
    expect(await crashes()).toEqual({ crash_count: 1, owner: 'next' });
  });

  it('is not counted when a run is released before another worker took it', async () => {
    await add('pl_1', 1, expired);
    await disownRuns(database.sql, [{ runId: 'pl_1#1', owner: 'late', epoch: 4 }]);
    expect(await crashes()).toEqual({ crash_count: 0, owner: null });
    expect(await claim()).toEqual(['pl_1#1']);
    expect(await crashes()).toMatchObject({ crash_count: 0 });
  });
});
