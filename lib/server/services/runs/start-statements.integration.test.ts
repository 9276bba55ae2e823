import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { statementsOf } from '../../testing/statements';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  // Its statements would be counted with those of the start.
  app = await openTestApp(database, { config: { runsWorker: false, databaseUrl: 'postgres://elsewhere' } });
});

afterAll(() => app.close());

const text = (message: string, layout?: object) =>
  JSON.stringify({ name: 'Counted', steps: [{ id: 'a', action: 'log', params: { message } }], layout });

const MOVED = { steps: { a: { x: 40, y: 80 } } };

async function pipeline(): Promise<string> {
  const { id } = await app.pipelines.create({ text: text('one') });
  // Fills the caches, as the run before does.
  await app.runs.start({ pipelineId: id });
  return id;
}

const save = (id: string, baseRevision: number, saved: string) =>
  app.pipelines.saveDraft({ id, text: saved, baseRevision, keepReplaced: false });

/** A click on Run in the editor, and what a worker of the same process reads to execute the run. */
async function run(id: string, revision: number): Promise<void> {
  const started = await app.runs.startShown({ pipelineId: id, revision });
  expect(await app.context.definitions.find(id, started.version)).toMatchObject({ version: started.version });
}

/** A run that a person starts reads the breakpoints of its pipeline. */
const START_OF_CURRENT = [
  'select from pipelines',
  'select from debug_settings',
  'insert into runs',
  'select from runs',
];

it('Run of a saved draft reads what is current, inserts the run and reads its record', async () => {
  const id = await pipeline();
  expect(await statementsOf(database.sql, () => run(id, 1))).toEqual(START_OF_CURRENT);
});

it('Run after cards were moved takes no more statements', async () => {
  const id = await pipeline();
  await save(id, 1, text('one', MOVED));
  expect(await statementsOf(database.sql, () => run(id, 2))).toEqual(START_OF_CURRENT);
});

it('Run of an edited draft reads its text once, and does not read the new version', async () => {
  const id = await pipeline();
  await save(id, 1, text('two'));
  expect(await statementsOf(database.sql, () => run(id, 2))).toEqual([
    // What is current, and the text of the draft.
    'select from pipelines',
    'select from pipelines',
    'select from debug_settings',
    // The state that the version is made from.
    'select from pipelines',
    // The version before, with which the new one is compared.
    'select from pipeline_versions',
    'select from pipeline_drafts',
    'insert into pipeline_versions',
    'insert into audit_events',
    'update pipelines',
    'insert into runs',
    'select from runs',
  ]);
});

it('a save of moved cards reads no secrets, since it validates nothing', async () => {
  const id = await pipeline();
  const moved = await statementsOf(database.sql, () => save(id, 1, text('one', MOVED)));
  expect(moved).toEqual([
    'select from pipelines',
    'select from pipeline_drafts',
    'update pipeline_versions',
    'update pipeline_drafts',
  ]);
  expect(await statementsOf(database.sql, () => save(id, 2, text('two')))).toContain('select from secrets');
});
