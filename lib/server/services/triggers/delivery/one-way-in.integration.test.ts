import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { addTriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../../compose';
import { Definitions } from '../../../store/definitions';
import { openTestApp } from '../../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';
import type { ServiceContext } from '../../context';
import { receiveHook, type WebhookCall } from './receive';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const documentOf = (params: object) =>
  JSON.stringify({
    name: 'Called',
    params,
    steps: [{ id: 'a', action: 'log', params: { message: 'called' } }],
  });

/** An app that executes nothing, with a webhook of a pipeline that declares the params. */
async function openHook(params: object, config: { queueLimit?: number } = {}) {
  const app = await openTestApp(database.openAgain(), { config: { ...config, runsWorker: false } });
  onTestFinished(() => app.close());
  const pipelineId = (await app.pipelines.create({ text: documentOf(params) })).id;
  return { app, pipelineId, call: await addHook(app, pipelineId) };
}

async function addHook(app: App, pipelineId: string): Promise<(body: object) => WebhookCall> {
  const trigger = { type: 'webhook', name: 'Hook', config: {}, params: {} };
  const { id, path } = await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
  const token = path?.split('/').at(-1) ?? '';
  return (body) => ({
    id,
    token,
    method: 'POST',
    headers: new Headers({ 'content-type': 'application/json' }),
    query: new URLSearchParams(),
    body: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(body))),
    signal: new AbortController().signal,
  });
}

/** Saves a version while the one that a delivery has found is being read. */
class SavingMeanwhile extends Definitions {
  #save: (() => Promise<unknown>) | undefined;

  constructor({ sql, descriptors, maxSteps }: ServiceContext, save: () => Promise<unknown>) {
    super(sql, descriptors, maxSteps);
    this.#save = save;
  }

  override async find(pipelineId: string, version: number) {
    const save = this.#save;
    this.#save = undefined;
    await save?.();
    return super.find(pipelineId, version);
  }
}

describe('a delivery', () => {
  it('uses the params of the version that it runs, when another one is saved meanwhile', async () => {
    const { app, pipelineId, call } = await openHook({ ref: { default: 'none' } });
    const text = documentOf({ branch: { type: 'integer', default: 7 } });
    const ctx = app.context;
    const definitions = new SavingMeanwhile(ctx, () =>
      app.pipelines.save({ id: pipelineId, baseVersion: 1, text }),
    );
    const reply = await receiveHook({ ...ctx, definitions }, call({ ref: 'main' }));
    if (reply.kind !== 'accepted') throw new Error('The call was not accepted.');
    const run = await app.runs.get({ id: reply.body.run.id });
    expect(run).toMatchObject({ version: 1, params: { ref: 'main' } });
    expect((await app.pipelines.get({ id: pipelineId })).version).toBe(2);
  });

  it('counts against the limit of the queue until its run is inserted', async () => {
    await database.sql`update runs set status = 'running' where status = 'pending'`;
    const { app, pipelineId, call } = await openHook({}, { queueLimit: 1 });
    const other = await app.pipelines.create({ text: documentOf({}) });
    const received = await database.sql.begin(async (tx) => {
      await tx`select from pipelines where id = ${pipelineId} for update`;
      const receiving = receiveHook(app.context, call({}));
      await until('the delivery to wait for its pipeline', async () => {
        const [row] = await database.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return row !== undefined;
      });
      await expect(app.runs.start({ pipelineId: other.id })).rejects.toMatchObject({ code: 'queue_full' });
      return { receiving };
    });
    expect(await received.receiving).toMatchObject({ kind: 'accepted' });
  });
});

it('lists an authenticated call whose body cannot be read as refused', async () => {
  const { app, call } = await openHook({});
  const bad = { ...call({}), body: () => Promise.resolve(new TextEncoder().encode('{"a":')) };
  await expect(receiveHook(app.context, bad)).rejects.toMatchObject({ code: 'invalid' });
  const { deliveries } = await app.triggers.deliveries({ triggerId: bad.id, limit: 10 });
  expect(deliveries).toMatchObject([{ outcome: 'refused', reason: 'invalid' }]);
});
