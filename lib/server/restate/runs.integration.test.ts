import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents, MAX_STEPS } from '@/engine';
import { catalogue } from '@/engine/actions';
import { fakeWorld } from '@/engine/testing/fakes';
import type { App } from '../compose';
import { createDatabaseBlobs } from '../files/database-blobs';
import { Definitions } from '../store/definitions';
import { rowOf } from '../store/event-payloads';
import { JournalWriter } from '../store/journal-writer';
import { loadEvents } from '../store/load';
import { openTestApp, startSteps } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { RestateRuns } from './runs';

let database: TestDatabase;
/** Carries out no run itself. */
let app: App;
let runs: RestateRuns;

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  app = await openTestApp(database, { config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
  runs = new RestateRuns({
    owner: 'wk_here',
    sql,
    blobs: createDatabaseBlobs(sql),
    writer: new JournalWriter({
      sql,
      keepLarge: async (payloads) => payloads.map(rowOf),
      onWritten: () => undefined,
    }),
    definitions: new Definitions(sql, catalogue.descriptors, MAX_STEPS),
    catalogue,
    clock: { now: () => new Date(), at: () => () => undefined },
    world: fakeWorld(),
    newCommandId: () => 'cmd',
    report: () => undefined,
    ended: () => undefined,
  });
});

afterAll(async () => {
  await runs.close();
  await app.close();
});

/** A run over which one process after the other has died, the last time just now. */
async function deadlyRun(more: { cancelled?: boolean } = {}): Promise<string> {
  const { id } = await startSteps(app, [{ id: 'a', action: 'log', params: { message: 'a' } }]);
  const { cancelled = false } = more;
  await database.sql`
    update runs set driver = 'restate', owner = 'wk_dead', epoch = 3, crash_count = ${cancelled ? 3 : 2},
      cancel_requested = ${cancelled}, command_count = ${Number(cancelled)}
    where id = ${id}`;
  return id;
}

describe('a run on Restate whose processes died', () => {
  it('is quarantined by its row alone after three crashes, and continues when a person resumes it', async () => {
    const id = await deadlyRun();
    // What kills them may be to read it.
    await database.sql`update run_events set body = '"unreadable"' where run_id = ${id}`;
    const turn = { news: { kind: 'begun' }, inFlight: [] } as const;
    expect(await runs.take(id, turn)).toEqual({ ended: false, starts: [], commands: 0 });
    const [row] = await database.sql`
      select hold, owner, crash_count as crashes from runs where id = ${id}`;
    expect(row).toEqual({ hold: 'quarantined', owner: null, crashes: 3 });
    expect(
      (await database.sql`select body from run_events where run_id = ${id} and seq = 2`)[0]?.body,
    ).toMatchObject({
      type: 'run_paused',
      reason: 'crashes',
    });

    const created = { type: 'run_created', run_id: id, pipeline_id: 'pl', version: 1, params: {} };
    await database.sql`
      update run_events set body = ${JSON.stringify(created)}::text::json where run_id = ${id} and seq = 1`;
    await app.runs.resume({ id });
    expect(await runs.take(id, { news: { kind: 'told' }, inFlight: [] })).toEqual({ ended: true });
    expect((await app.runs.get({ id })).status).toBe('completed');
  });

  it('is cancelled by its row alone when its processes die during the cancellation too', async () => {
    const id = await deadlyRun({ cancelled: true });
    expect(await runs.take(id, { news: { kind: 'begun' }, inFlight: [] })).toEqual({ ended: true });
    expect((await app.runs.get({ id })).status).toBe('cancelled');
  });
});

describe('a re-run on Restate', () => {
  /** Executes a run with one turn: its steps only decide. */
  async function carryOut(id: string) {
    await database.sql`update runs set driver = 'restate' where id = ${id}`;
    expect(await runs.take(id, { news: { kind: 'begun' }, inFlight: [] })).toEqual({ ended: true });
    return app.runs.get({ id });
  }

  it('takes over the results of the original', async () => {
    const log = (id: string, after: string[]) => ({
      ...{ id, action: 'log', params: { message: id }, depends_on: after },
    });
    const stop = { id: 'stop', action: 'fail', params: { message: 'No.' }, condition: 'params.ok == "no"' };
    const steps = [log('first', []), { ...stop, depends_on: ['first'] }, log('last', ['first'])];
    const params = { ok: { type: 'string', default: 'no' } };
    const { id } = await startSteps(app, steps, { params });
    expect((await carryOut(id)).status).toBe('failed');
    const rerun = await app.runs.submitRerun({ id, scope: 'from_failed', params: { ok: 'yes' } });
    expect((await carryOut(rerun.id)).status).toBe('completed');
    const { steps: ended } = foldEvents(await loadEvents(database.sql, rerun.id));
    expect(ended.get('first')?.reusedFrom).toBe(id);
    expect(ended.get('stop')?.status).toBe('skipped');
  });
});
