import type { Sql } from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../../compose';
import { openTestApp } from '../../../testing/app';
import { createTestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';
import { makeDue, YEARLY } from '../testing/due';

const document = (name: string) => ({
  name,
  settings: { concurrency: 1 },
  steps: [{ id: 'w', action: 'wait', params: { duration: 3600 } }],
});

async function openApp(): Promise<{ readonly app: App; readonly sql: Sql }> {
  const database = await createTestDatabase();
  // One run may be under way, and one wait behind it.
  const app = await openTestApp(database, { config: { queueLimit: 2 } });
  onTestFinished(() => app.close());
  return { app, sql: database.sql };
}

/** A pipeline whose share of the queue is taken. */
async function fullPipeline(app: App): Promise<string> {
  const { id } = await app.pipelines.create({ text: JSON.stringify(document('Scheduled')) });
  const begun = await app.runs.start({ pipelineId: id });
  await until('the run to begin', async () => (await app.runs.get({ id: begun.id })).status !== 'pending');
  await app.runs.start({ pipelineId: id });
  return id;
}

/** The first delivery of a schedule that is due immediately. */
async function firstDelivery({ app, sql }: { readonly app: App; readonly sql: Sql }, pipelineId: string) {
  const trigger = { type: 'schedule', name: 'Test', config: YEARLY, params: {} };
  const { id: triggerId } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
  await makeDue(sql, triggerId);
  return until(
    'a delivery',
    async () => (await app.triggers.deliveries({ triggerId, limit: 10 })).deliveries[0],
  );
}

it('a schedule that would exceed the share of its pipeline starts no run, and its history has the reason', async () => {
  const opened = await openApp();
  expect(await firstDelivery(opened, await fullPipeline(opened.app))).toMatchObject({
    outcome: 'refused',
    reason: 'queue_full',
    detail: expect.stringMatching(/^1 run of this pipeline is queued/),
    run: null,
  });
});

it('a run that the queue refuses makes no version of an edited draft, for any kind of start', async () => {
  const opened = await openApp();
  const { app } = opened;
  const id = await fullPipeline(app);
  const edited = { id, text: JSON.stringify(document('Edited')), baseRevision: 1, keepReplaced: false };
  expect(await app.pipelines.saveDraft(edited)).toMatchObject({ version: 1, revision: 2, edited: true });
  expect(await firstDelivery(opened, id)).toMatchObject({ outcome: 'refused', reason: 'queue_full' });
  expect(await app.pipelines.get({ id })).toMatchObject({ version: 1, revision: 2, edited: true });
  const started = app.runs.start({ pipelineId: id, revision: 2 });
  await expect(started).rejects.toMatchObject({ code: 'queue_full' });
  expect(await app.pipelines.get({ id })).toMatchObject({ version: 1, revision: 2, edited: true });
});
