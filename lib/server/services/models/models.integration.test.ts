import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addModelInput } from '@/lib/contracts/models';
import { FileHost } from '../../adapters/models/testing/file-host';
import type { App } from '../../compose';
import { testModelSettings } from '../../models/testing/settings';
import { openTestApp, startSteps, untilEnded } from '../../testing/app';
import { createTestDatabase } from '../../testing/database';
import { until } from '../../testing/until';
import { NotFound } from '../errors';
import { getModel } from './get';

let app: App;
let host: FileHost;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipewright-model-services-'));
  host = await FileHost.start();
  const database = await createTestDatabase();
  const config = {
    egressMode: 'open',
    models: testModelSettings(join(folder, 'models')),
  } as const;
  app = await openTestApp(database, { config });
});
afterAll(async () => {
  await app.close();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const urlOf = (path: string) => `${host.origin}${path}`;
const input = (path: string, more: object = {}) =>
  addModelInput.parse({ model_uri: urlOf(path), model_source: 'url', ...more });
const modelOf = async (id: string) => (await app.models.list()).models.find((model) => model.id === id);
/** Values that the run set, as its last event says. */
async function outputsOf(runId: string): Promise<Record<string, { model_id: string }>> {
  const events = await app.runs.events({ id: runId });
  const last = events.at(-1);
  const outputs = last?.type === 'run_completed' ? last.outputs : {};
  return Object.fromEntries(Object.entries(outputs).map(([name, payload]) => [name, Object(payload).value]));
}

/** Holds the second half of a file until `release` is called. */
function held(): { hold: Promise<void>; release: () => void } {
  let release = () => {};
  const hold = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { hold, release };
}

const untilStatus = (id: string, status: string) =>
  until(`the model to be ${status}`, async () => {
    const model = await modelOf(id);
    return model?.status === status && model;
  });

it('adds a model for a person without waiting, shows its progress, and records the actor', async () => {
  const content = randomBytes(2_000_000);
  const { hold, release } = held();
  host.files.set('/slow', { content, slowMs: 20, hold });
  const { id } = await app.models.add(input('/slow', { model_name: 'mine' }));
  const busy = await until('progress', async () => {
    const model = await modelOf(id);
    return (model?.progress?.bytes_per_second ?? 0) > 0 && model;
  });
  expect(busy).toMatchObject({
    name: 'mine',
    status: 'downloading',
    size_bytes: content.length,
    sha256: null,
  });
  expect(busy.progress?.seconds_left).not.toBeNull();
  release();
  await untilStatus(id, 'available');
  const model = await getModel(app.context, { id });
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(model).toMatchObject({
    sha256,
    progress: null,
    files: [{ path: 'slow', size: content.length, sha256, verified: 'none' }],
  });
  const { events } = await app.audit.list({ limit: 5, subject: id });
  expect(events).toMatchObject([
    { action: 'model.added', actor: { kind: 'local' }, subject: { name: 'mine' } },
  ]);
});

it('shows two runs that add the same model the same progress, and continues for one when the other is cancelled', async () => {
  const content = randomBytes(2_000_000);
  const { hold, release } = held();
  host.files.set('/shared', { content, hold });
  const params = { model_uri: urlOf('/shared'), model_name: 'shared', model_source: 'url' };
  const start = () => startSteps(app, [{ id: 'add', action: 'model_add', params }]);
  const shared = () =>
    app.models
      .list()
      .then(({ models }) => models.find(({ name, progress }) => progress && name === 'shared'));
  const first = await start();
  await until('the first bytes', async () => (await shared())?.progress?.received_bytes);
  const second = await start();
  const model = await until('the step that waits', async () => {
    const found = await shared();
    return found?.waiting.length === 1 && found;
  });
  expect(model.added_by).toMatchObject({ run_id: first.id, step: 'add' });
  expect(model.waiting).toEqual([{ run_id: second.id, step: 'add' }]);
  expect(model.progress).toMatchObject({ upload: null });
  await app.runs.cancel({ id: first.id });
  expect((await untilEnded(app, first.id)).status).toBe('cancelled');
  release();
  expect((await untilEnded(app, second.id)).status).toBe('completed');
  expect((await modelOf(model.id))?.waiting).toEqual([]);
});

it('cancels a download, keeps the received part, and resumes it', async () => {
  const content = randomBytes(2_000_000);
  const { hold, release } = held();
  host.files.set('/cancel', { content, hold });
  const { id } = await app.models.add(input('/cancel'));
  await until('the first bytes', async () => ((await modelOf(id))?.progress?.received_bytes ?? 0) > 0);
  await app.models.cancel({ id });
  expect((await untilStatus(id, 'error')).error).toMatchObject({ code: 'download_cancelled' });
  release();
  expect(await app.models.fetchAgain({ id })).toEqual({ id });
  await untilStatus(id, 'available');
  expect(host.rangesOf('/cancel').at(-1)).toMatch(/^bytes=\d+-$/);
  await expect(app.models.cancel({ id })).rejects.toThrow('is not downloading');
  await expect(app.models.fetchAgain({ id })).rejects.toThrow('has no error');
});

it('uses a secret as the token, and reports a missing one', async () => {
  host.files.set('/private', { content: randomBytes(10), token: 'hunter2hunter2' });
  const without = await app.models.add(input('/private'));
  expect((await untilStatus(without.id, 'error')).error).toMatchObject({ kind: 'rejected', code: '401' });
  const missing = await app.models.add(input('/private', { model_name: 'a', token_secret: 'nowhere' }));
  expect((await untilStatus(missing.id, 'error')).error?.message).toContain('nowhere does not exist');
});

it('deletes a model, and refuses to delete one that does not exist or is being downloaded', async () => {
  host.files.set('/gone', { content: randomBytes(1000) });
  const { id } = await app.models.add(input('/gone'));
  await untilStatus(id, 'available');
  expect(await app.models.remove({ id })).toEqual({ model_id: id, deleted: true, freed_bytes: 1000 });
  await expect(app.models.remove({ id: 'mdl_unknown' })).rejects.toThrow(NotFound);
});

it('adds and deletes models of steps in a run, under one id for each', async () => {
  host.files.set('/step', { content: randomBytes(5000) });
  const params = { model_uri: urlOf('/step'), model_name: 'of-a-run', model_source: 'url' };
  const { id } = await startSteps(
    app,
    [
      { id: 'add', action: 'model_add', params },
      { id: 'again', action: 'model_add', params, depends_on: ['add'] },
      { id: 'remove', action: 'delete_model', params: { model_id: '{{steps.again.output.model_id}}' } },
    ],
    {
      outputs: {
        first: '{{steps.add.output}}',
        second: '{{steps.again.output}}',
        freed: '{{steps.remove.output}}',
      },
    },
  );
  const run = await untilEnded(app, id);
  expect(run.status).toBe('completed');
  const { first, second, freed } = await outputsOf(id);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ model_name: 'of-a-run', size_bytes: 5000, revision: null });
  expect(freed).toEqual({ model_id: first?.model_id, deleted: true, freed_bytes: 5000 });
  const { events } = await app.audit.list({ limit: 5, subject: first?.model_id ?? '' });
  expect(events.map(({ action, actor }) => [action, actor.kind])).toEqual([
    ['model.deleted', 'run'],
    ['model.added', 'run'],
  ]);
});
