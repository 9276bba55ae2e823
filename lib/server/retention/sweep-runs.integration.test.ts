import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { App } from '../compose';
import { getVersion } from '../services/pipelines/versions';
import { writeEntries } from '../store/journal';
import { openTestApp, startSteps, untilDigested, untilEnded, untilRun } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { sweepRuns } from './sweep-runs';

let database: TestDatabase;
let app: App;
const never = new AbortController().signal;

beforeAll(async () => {
  database = await createTestDatabase();
});

function open(): Promise<App> {
  return openTestApp(database.openAgain(), { config: { databaseUrl: 'postgres://elsewhere' } });
}

beforeEach(async () => {
  app = await open();
});

afterEach(() => app.close());
afterAll(() => database.close());

const log = (message = 'x') => ({ id: 'a', action: 'log', params: { message } });
const long = (letter: string) => log(letter.repeat(20_000));

function sweep({ versions = 50, ...keep }: { days?: number; count?: number; versions?: number } = {}) {
  const options = { sql: database.sql, keepVersions: versions };
  return sweepRuns({ ...options, keep: { days: 90, count: 10_000, ...keep } }, never);
}

/** Makes runs of one pipeline, one after the other, and waits for their ends; oldest first. */
async function runsOf(count: number, steps = [log()], more: object = {}) {
  const first = await startSteps(app, steps, more);
  const ids = [first.id];
  while (ids.length < count) ids.push((await app.runs.start({ pipelineId: first.pipelineId })).id);
  for (const id of ids) await untilEnded(app, id);
  await untilDigested(database.sql, ids);
  return { pipelineId: first.pipelineId, ids };
}

/** As if a run had been made, and had ended, some days ago. */
async function age(id: string, days: number) {
  await database.sql`
    update runs set created_at = created_at - ${days} * interval '1 day',
      finished_at = finished_at - ${days} * interval '1 day' where id = ${id}`;
}

async function left(pipelineId: string): Promise<string[]> {
  const rows = await database.sql<{ id: string }[]>`
    select id from runs where pipeline_id = ${pipelineId} order by number`;
  return rows.map(({ id }) => id);
}

/** Rows of every table that refers to a run. */
async function traces(ids: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    ['run_events', 'run_payloads', 'files', 'run_commands', 'outbox', 'trigger_firings'].map(
      async (table) => {
        const [row] = await database.sql<{ count: number }[]>`
        select count(*)::int as count from ${database.sql(table)} where run_id = any(${[...ids]}::text[])`;
        return row?.count ?? 0;
      },
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Locks payloads in the order in which journals lock them, so that neither waits for the other. */
async function ageOfPayloads(hours: number) {
  await database.sql`
    with aged as (select hash from payloads order by hash for no key update)
    update payloads p set created_at = now() - ${hours} * interval '1 hour' from aged where aged.hash = p.hash`;
}

async function payloadCount(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from payloads`;
  return row?.count ?? 0;
}

/** Waits until a statement waits for another one's lock. */
async function untilBlocked(): Promise<void> {
  await until('a blocked statement', async () => {
    const [row] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (row?.count ?? 0) > 0;
  });
}

describe('runs by age', () => {
  it('removes those that ended too long ago, with all of their data, and no younger one', async () => {
    const { pipelineId, ids } = await runsOf(4, [long('a')]);
    const [first = '', second = '', ...young] = ids;
    await age(first, 91);
    await age(second, 95);
    expect(await sweep()).toMatchObject({ runs: 2 });
    expect(await left(pipelineId)).toEqual(young);
    expect(await traces([first, second])).toBe(0);
    expect(await traces(young)).toBeGreaterThan(0);
    await expect(app.runs.get({ id: first })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('follows the current version of the pipeline', async () => {
    const { pipelineId, ids } = await runsOf(2, [log()], { settings: { keep_days: 7 } });
    await age(ids[0] ?? '', 8);
    await sweep();
    expect(await left(pipelineId)).toEqual(ids.slice(1));
  });

  it('follows the rule of the server when that of a version is invalid', async () => {
    const { pipelineId, ids } = await runsOf(1);
    await database.sql`
      update pipeline_versions set document = replace(document, '"steps"', '"settings":{"keep_days":"soon"},"steps"')
      where pipeline_id = ${pipelineId}`;
    await age(ids[0] ?? '', 80);
    expect(await sweep()).toMatchObject({ runs: 0 });
    await age(ids[0] ?? '', 11);
    expect(await sweep()).toMatchObject({ runs: 1 });
  });
});

describe('runs by count', () => {
  it('keeps the configured number of newest runs of each pipeline', async () => {
    const [one, other] = [await runsOf(5), await runsOf(2)];
    await sweep({ count: 3 });
    expect(await left(one.pipelineId)).toEqual(one.ids.slice(2));
    expect(await left(other.pipelineId)).toEqual(other.ids);
  });

  it('keeps the configured number also of runs created in one millisecond', async () => {
    const { pipelineId, ids } = await runsOf(4, [log()], { settings: { keep_runs: 2 } });
    await database.sql`update runs set created_at = '2026-01-01' where pipeline_id = ${pipelineId}`;
    await sweep({ days: 36_500 });
    expect(await left(pipelineId)).toEqual(ids.slice(2));
  });

  it('keeps numbering runs, and removes runs of deleted pipelines too', async () => {
    const { pipelineId } = await runsOf(2);
    await sweep({ count: 1 });
    const { number } = await app.runs.start({ pipelineId });
    expect(number).toBe(3);
    await untilRun(
      app,
      (await app.runs.list({ pipeline: pipelineId })).runs[0]?.id ?? '',
      (run) => run.finishedAt !== null,
    );
    await app.pipelines.remove({ id: pipelineId });
    await sweep({ count: 1 });
    expect(await left(pipelineId)).toHaveLength(1);
  });
});

describe('runs that are not removed', () => {
  it('are pinned', async () => {
    const { pipelineId, ids } = await runsOf(3);
    const [kept = ''] = ids;
    await app.runs.pin({ id: kept, pinned: true });
    for (const id of ids) await age(id, 100);
    await sweep();
    expect(await left(pipelineId)).toEqual([kept]);
    await app.runs.pin({ id: kept, pinned: false });
    await sweep();
    expect(await left(pipelineId)).toEqual([]);
  });

  it('are active, have an active chunk, or an unsent notification', async () => {
    const wait = { id: 'rest', action: 'wait', params: { duration: 3600 } };
    const going = await startSteps(app, [wait]);
    await untilRun(app, going.id, ({ status }) => status === 'waiting');
    const { ids } = await runsOf(3);
    const [whole = '', announced = '', sent = ''] = ids;
    // An open app would soon send the notifications itself.
    await app.close();
    await database.sql`update runs set chunk_of = ${whole}, chunk_key = '0' where id = ${going.id}`;
    await database.sql`update runs set announce = true where id = ${announced}`;
    await database.sql`insert into outbox (id, run_id, kind, body) values ('o', ${sent}, 'cancel', '{}')`;
    for (const id of [...ids, going.id]) await age(id, 100);
    expect(await sweep()).toMatchObject({ runs: 0 });
    await database.sql`update runs set announce = false where id = ${announced}`;
    await database.sql`update outbox set sent_at = now() where run_id = ${sent}`;
    expect(await sweep()).toMatchObject({ runs: 2 });
    await database.sql`update runs set chunk_of = null, chunk_key = null where id = ${going.id}`;
    expect(await sweep()).toMatchObject({ runs: 1 });
    app = await open();
    await app.runs.cancel({ id: going.id });
    await untilEnded(app, going.id);
  });
});

describe('the data that is removed with a run', () => {
  it('contains the chunks of its loops, and a journal of any length, in batches', async () => {
    const { pipelineId, ids } = await runsOf(3);
    const [whole = '', part = ''] = ids;
    await database.sql`update runs set chunk_of = ${whole}, chunk_key = '0' where id = ${part}`;
    for (const id of [whole, part]) {
      await database.sql`
        insert into run_events (run_id, seq, at, type, body)
        select ${id}, n, now(), 'step_logged', '{}' from generate_series(100, 12000) as n`;
      await database.sql`update runs set last_seq = 12000 where id = ${id}`;
      await age(id, 100);
    }
    expect(await sweep()).toMatchObject({ runs: 1 });
    expect(await left(pipelineId)).toEqual(ids.slice(2));
    expect(await traces([whole, part])).toBe(0);
  });

  it('contains payloads without other references', async () => {
    await sweep({ count: 1 });
    await ageOfPayloads(2);
    await sweep();
    const before = await payloadCount();
    const [shared, own] = [await runsOf(2, [long('s')]), await runsOf(2, [long('o')])];
    const stored = (await payloadCount()) - before;
    expect(stored).toBeGreaterThan(0);
    await age(shared.ids[0] ?? '', 100);
    for (const id of own.ids) await age(id, 100);
    expect(await sweep()).toMatchObject({ runs: 3, payloads: 0 });
    await ageOfPayloads(2);
    expect((await sweep()).payloads).toBe(stored / 2);
    const [, survivor = ''] = shared.ids;
    const ref = /"ref":"([0-9a-f]{64})"/.exec(JSON.stringify(await app.runs.events({ id: survivor })))?.[1];
    expect((await app.runs.payload({ id: survivor, hash: ref ?? '' })).body).toContain('s'.repeat(20_000));
  });

  it('does not contain a re-run, which is listed as before', async () => {
    const { pipelineId, ids } = await runsOf(1);
    const repeated = await app.runs.rerun({ id: ids[0] ?? '', definition: 'original' });
    await untilEnded(app, repeated.id);
    await age(ids[0] ?? '', 100);
    await sweep();
    const { runs } = await app.runs.list({ pipeline: pipelineId });
    expect(runs).toMatchObject([{ id: repeated.id, parentRunId: ids[0], parentNumber: null }]);
    expect(await app.runs.get({ id: repeated.id })).toMatchObject({ parentNumber: null });
  });

  it('does not break a listing in progress', async () => {
    const { pipelineId, ids } = await runsOf(4);
    const page = await app.runs.list({ pipeline: pipelineId, limit: 2 });
    await database.sql`update runs set pinned = true where id = any(${[ids[0], ids[1]] as string[]})`;
    await age(ids[2] ?? '', 100);
    await sweep();
    const rest = await app.runs.list({ pipeline: pipelineId, before: page.next ?? '' });
    expect(rest.runs.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
  });
});

describe('versions', () => {
  const text = (message: string) => JSON.stringify({ name: 'Test', steps: [log(message)] });

  /** Saves texts of a pipeline, each as a version made half a year ago. */
  async function savedOften(count: number): Promise<string> {
    const { id } = await app.pipelines.create({ text: text('0') });
    for (let n = 1; n < count; n += 1) {
      await app.pipelines.save({ id, text: text(`${n}`), baseVersion: n });
    }
    await database.sql`
      update pipeline_versions set created_at = now() - interval '180 days' where pipeline_id = ${id}`;
    return id;
  }

  async function kept(id: string): Promise<number[]> {
    const rows = await database.sql<{ version: number }[]>`
      select version from pipeline_versions where pipeline_id = ${id} order by version`;
    return rows.map(({ version }) => version);
  }

  it('are removed when they are old, except the newest ones', async () => {
    const id = await savedOften(6);
    expect((await sweep({ versions: 2 })).versions).toBe(4);
    expect(await kept(id)).toEqual([5, 6]);
    expect(await app.pipelines.get({ id })).toMatchObject({ version: 6 });
    const listed = (await app.pipelines.list()).find((each) => each.id === id);
    expect(listed).toMatchObject({ version: 6, versionCount: 2 });
  });

  it('stay while they are new, have a name or are the version of a run', async () => {
    const id = await savedOften(5);
    const { id: runId } = await app.runs.start({ pipelineId: id, version: 2 });
    await untilEnded(app, runId);
    await untilDigested(database.sql, [runId]);
    await database.sql`
      update pipeline_versions set name = 'Released' where pipeline_id = ${id} and version = 3`;
    await database.sql`
      update pipeline_versions set created_at = now() where pipeline_id = ${id} and version = 4`;
    await sweep({ versions: 1 });
    expect(await kept(id)).toEqual([2, 3, 4, 5]);
    await age(runId, 100);
    expect(await sweep({ versions: 1 })).toMatchObject({ runs: 1, versions: 1 });
    expect(await kept(id)).toEqual([3, 4, 5]);
  });

  it('refer to the previous version that still exists', async () => {
    const id = await savedOften(5);
    await database.sql`
      update pipeline_versions set name = 'Released' where pipeline_id = ${id} and version = 2`;
    await sweep({ versions: 1 });
    expect(await kept(id)).toEqual([2, 5]);
    expect(await getVersion(app.context, { id, version: 5 })).toMatchObject({ previous: 2 });
    expect(await getVersion(app.context, { id, version: 2 })).toMatchObject({ previous: null });
  });

  it('that are removed start no run, also in processes that cached them', async () => {
    const id = await savedOften(3);
    const { id: runId } = await app.runs.start({ pipelineId: id, version: 1 });
    await untilEnded(app, runId);
    await untilDigested(database.sql, [runId]);
    await age(runId, 100);
    await sweep({ versions: 1 });
    const gone = app.runs.start({ pipelineId: id, version: 1 });
    await expect(gone).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('has no version 1'),
    });
  });
});

describe('concurrent sweeps', () => {
  it('of two processes remove each run once', async () => {
    const { pipelineId, ids } = await runsOf(30);
    for (const id of ids) await age(id, 100);
    const other = database.openAgain();
    const swept = await Promise.all([
      sweep(),
      sweepRuns({ sql: other.sql, keep: { days: 90, count: 10_000 }, keepVersions: 50 }, never),
    ]);
    await other.close();
    expect(swept[0].runs + swept[1].runs).toBe(30);
    expect(await left(pipelineId)).toEqual([]);
  });

  it('keep a payload that a journal has found stored and not linked yet', async () => {
    const { sql } = database;
    const waiting = await startSteps(app, [{ id: 'rest', action: 'wait', params: { duration: 3600 } }]);
    const { lastSeq } = await untilRun(app, waiting.id, ({ status }) => status === 'waiting');
    const claim = { runId: waiting.id, owner: 'somebody', epoch: 99 };
    await sql`
      update runs set owner = ${claim.owner}, epoch = ${claim.epoch}, lease_until = now() + interval '1 hour'
      where id = ${claim.runId}`;
    const payloads = ['1', '2'].map((digit) => ({ hash: digit.repeat(64), bytes: 20_000, body: '"x"' }));
    const made = { created_at: new Date(Date.now() - 7_200_000) };
    for (const payload of payloads) await sql`insert into payloads ${sql({ ...payload, ...made })}`;
    const events = payloads.map(({ hash, bytes }, index) => ({
      seq: lastSeq + 1 + index,
      at: new Date().toISOString(),
      type: 'output_set' as const,
      step: 'rest',
      key: `k${index}`,
      value: { ref: hash, bytes, summary: 'text' },
    }));
    // Payloads are looked at in their order: who is about to delete the second holds the journal up behind the first.
    const holding = await sql.reserve();
    await holding`begin`;
    await holding`delete from payloads where hash = ${'2'.repeat(64)}`;
    const projection = {
      status: 'waiting',
      wakeAt: undefined,
      hold: undefined,
      atBreakpoint: false,
    } as const;
    const writing = writeEntries(sql, [{ claim, events, payloads, projection }]);
    await untilBlocked();
    expect(await sweep()).toMatchObject({ payloads: 0 });
    await holding`rollback`;
    holding.release();
    expect((await writing).size).toBe(1);
    for (const { hash } of payloads) {
      expect((await app.runs.payload({ id: claim.runId, hash })).body).toBe('"x"');
    }
    await sql`update runs set owner = null, lease_until = null, status = 'cancelled', finished_at = now() where id = ${claim.runId}`;
  });

  it('never remove a payload to which a run is about to refer', async () => {
    const seed = randomInt(2 ** 31);
    const values = ['p', 'q', 'r'];
    const { pipelineId } = await startSteps(app, [log('{{params.v}}')], {
      params: { v: { type: 'string', default: 'x' } },
    });
    const ended: string[] = [];
    let going = true;
    const stop = new AbortController();
    const sweeping = (async () => {
      while (going) {
        await database.sql`
          update runs set created_at = created_at - interval '1 year', finished_at = finished_at - interval '1 year'
          where pipeline_id = ${pipelineId} and finished_at > now() - interval '1 day'
            and abs(hashtext(id || ${seed}::text)) % 10 < 7`;
        await ageOfPayloads(2);
        await sweepRuns(
          { sql: database.sql, keep: { days: 90, count: 10_000 }, keepVersions: 50 },
          stop.signal,
        );
      }
    })();
    for (let round = 0; round < 12; round += 1) {
      const started = await Promise.all(
        values.map((letter) => app.runs.start({ pipelineId, params: { v: letter.repeat(17_000) } })),
      );
      for (const { id } of started) {
        await untilEnded(app, id).then(
          (run) => ended.push(run.status),
          // Removed before it was read: it had ended, since no other run is removed.
          () => ended.push('completed'),
        );
      }
    }
    going = false;
    stop.abort();
    await sweeping;
    expect(ended, `seed ${seed}`).toEqual(ended.map(() => 'completed'));
    const dangling = await database.sql`
      select l.hash from run_payloads l left join payloads p on p.hash = l.hash where p.hash is null`;
    expect(dangling).toHaveLength(0);
    const { runs } = await app.runs.list({ pipeline: pipelineId, limit: 200 });
    for (const { id } of runs) {
      for (const [, hash = ''] of JSON.stringify(await app.runs.events({ id })).matchAll(
        /"ref":"([0-9a-f]{64})"/g,
      )) {
        expect((await app.runs.payload({ id, hash })).bytes).toBeGreaterThan(16_000);
      }
    }
  });
});
