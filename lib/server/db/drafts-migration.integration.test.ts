import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { App } from '../compose';
import { openTestApp } from '../testing/app';
import { atDatabase, createDatabase, dropDatabase, freshName } from '../testing/server';
import { connect, type DatabaseTarget } from './connect';
import { migrateDatabase, migrateTo, migrationTimes } from './migrate';
import { openPool } from './open';

const FOLDER = join(process.cwd(), 'drizzle', 'migrations');

const server = inject('testServer');
const name = freshName('old');
let target: DatabaseTarget;
let app: App;

const canonical = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
const log = (message: string) => [{ id: 'a', action: 'log', params: { message } }];
const FIRST = canonical({ name: 'Old', steps: log('one'), layout: { steps: { a: { x: 1, y: 2 } } } });
const SECOND = canonical({ layout: { steps: { a: { x: 3, y: 4 } } }, name: 'Old', steps: log('two') });

/** A pipeline with two versions and a run of the first, as a release without drafts has left it. */
beforeAll(async () => {
  await createDatabase(server.target, name);
  target = atDatabase(server.target, name);
  const sql = connect(target, { max: 1 });
  const times = await migrationTimes(FOLDER);
  const before = times.filter((time) => time < draftsAt(times)).at(-1) ?? 0;
  await sql.begin((tx) => migrateTo(tx, FOLDER, before));
  await sql`insert into pipelines (id, name, version, last_run_number) values ('pl_old', 'Old', 2, 1)`;
  for (const [index, text] of [FIRST, SECOND].entries()) {
    await sql`
      insert into pipeline_versions (pipeline_id, version, document, hash, step_count, problem_count)
      values ('pl_old', ${index + 1}, ${text}, encode(sha256(convert_to(${text}, 'UTF8')), 'hex'), 1, 0)`;
  }
  await sql`
    insert into runs (id, number, pipeline_id, version, status, params, trigger, created_at, finished_at, last_seq)
    values ('run_old', 1, 'pl_old', 1, 'completed', '{}', 'manual', now(), now(), 1)`;
  await sql.end();
  await migrateDatabase(target, FOLDER);
  app = await openTestApp(openPool(target), { config: { runsWorker: false } });
});

afterAll(async () => {
  await app.close();
  await dropDatabase(server.target, name);
});

/** When the migration of drafts was made. */
function draftsAt(times: readonly number[]): number {
  return times[13] ?? 0;
}

it('makes a draft of the current version, byte for byte', async () => {
  expect(await app.pipelines.get({ id: 'pl_old' })).toMatchObject({
    version: 2,
    revision: 2,
    edited: false,
    text: SECOND,
  });
});

it('does not change old versions and their runs', async () => {
  expect((await app.runs.get({ id: 'run_old' })).documentText).toBe(FIRST);
});

it('makes no version of moved cards, also after a version with positions in its text', async () => {
  const moved = canonical({ name: 'Old', steps: log('two'), layout: { steps: { a: { x: 9, y: 9 } } } });
  const save = { id: 'pl_old', text: moved, baseRevision: 2, keepReplaced: false };
  expect(await app.pipelines.saveDraft(save)).toMatchObject({ revision: 3, version: 2, edited: false });
  expect(await app.runs.start({ pipelineId: 'pl_old', revision: 3 })).toMatchObject({ version: 2 });
});

it('makes a new version after an edit, and restores an old one', async () => {
  const edited = canonical({ name: 'Old', steps: log('three') });
  const save = { id: 'pl_old', text: edited, baseRevision: 3, keepReplaced: false };
  expect(await app.pipelines.saveDraft(save)).toMatchObject({ edited: true });
  expect(await app.runs.start({ pipelineId: 'pl_old' })).toMatchObject({ version: 3, number: 3 });
  const restored = await app.pipelines.restore({ id: 'pl_old', version: 1, baseRevision: 4 });
  expect(restored.text).toBe(FIRST);
});
