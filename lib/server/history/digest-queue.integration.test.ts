import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeHttp } from '@/engine/testing/fakes';
import type { App } from '../compose';
import { digestRuns } from '../store/history/digest-runs';
import { openTestApp, startSteps, untilEnded } from '../testing/app';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/until';
import { DigestQueue } from './digest-queue';

const SECRET = 'hunter2-is-the-value';
const CALL = {
  id: 'call',
  action: 'http_request',
  params: { url: 'https://data.example.org', headers: { authorization: '{{secrets.key}}' } },
};

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  const http = fakeHttp(() => ({ status: 200, body: { echoed: SECRET, region: 'EU' } }));
  app = await openTestApp(database.openAgain(), { adapters: { http } });
  await app.secrets.add({ name: 'key', value: SECRET, description: '', hosts: [] });
});

afterAll(async () => {
  await app.close();
  await database.close();
});

const digestsOf = (id: string) =>
  database.sql<{ steps: unknown; errors: string; terms: string }[]>`
    select steps, errors, terms::text as terms from run_digests where run_id = ${id}`;

async function ended(): Promise<string> {
  const { id } = await startSteps(app, [CALL]);
  await untilEnded(app, id);
  return id;
}

it('digests a run after its end, with its outputs as terms and without secrets', async () => {
  const id = await ended();
  await until('the digest', async () => (await digestsOf(id)).length === 1);
  const [digest] = await digestsOf(id);
  expect(digest?.steps).toMatchObject([{ step: 'call', status: 'completed' }]);
  expect(digest?.terms).toContain('o:call.response_body.region=eu');
  expect(digest?.terms).not.toContain('hunter2');
});

it('knows how the steps of an ended run ended, which its page shows first', async () => {
  const id = await ended();
  await until('the digest', async () => (await digestsOf(id)).length === 1);
  expect(await app.runs.endedSteps({ id })).toMatchObject([{ step: 'call', status: 'completed' }]);
  expect(await app.runs.endedSteps({ id: 'run_none' })).toEqual([]);
});

it('digests older runs that have no digest', async () => {
  const id = await ended();
  await until('the digest', async () => (await digestsOf(id)).length === 1);
  await database.sql`delete from run_digests`;
  const queue = new DigestQueue({
    sql: database.sql,
    checksOlder: false,
    report: (error) => {
      throw error;
    },
  });
  await queue.checkOlder();
  expect(await digestsOf(id)).toHaveLength(1);
  await queue.stop();
});

it('forgets a run with its row', async () => {
  const id = await ended();
  await until('the digest', async () => (await digestsOf(id)).length === 1);
  await database.sql`delete from run_events where run_id = ${id}`;
  await database.sql`delete from runs where id = ${id}`;
  expect(await digestsOf(id)).toHaveLength(0);
});

it('leaves out a run that is deleted while it is digested, and digests the others', async () => {
  const [deleted, kept] = [await ended(), await ended()];
  for (const id of [deleted, kept]) await until('the digest', async () => (await digestsOf(id)).length === 1);
  await database.sql`delete from run_digests`;
  let digests: Promise<unknown> = Promise.resolve();
  await database.sql.begin(async (tx) => {
    await tx`delete from runs where id = ${deleted}`;
    digests = digestRuns(database.sql, [deleted, kept]);
    await until('a statement that waits for the deletion', async () => {
      const rows = await database.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%run_digests%'`;
      return rows.length > 0;
    });
  });
  await digests;
  expect(await digestsOf(deleted)).toHaveLength(0);
  expect(await digestsOf(kept)).toHaveLength(1);
});
