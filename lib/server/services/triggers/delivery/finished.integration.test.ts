import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTriggerInput, type TriggerDelivery } from '@/lib/contracts/triggers';
import type { App } from '../../../compose';
import { deleteOldDeliveries } from '../../../store/deliveries/history';
import { openTestApp, untilEnded } from '../../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
});

afterAll(() => app.close());

const LOG = [{ id: 'a', action: 'log', params: { message: 'a' } }];

async function pipeline(name: string, more: object = {}): Promise<string> {
  return (await app.pipelines.create({ text: JSON.stringify({ name, steps: LOG, ...more }) })).id;
}

async function startAfter(
  source: string,
  pipelineId: string,
  more: { statuses?: string[]; params?: object } = {},
) {
  const { statuses, params = {} } = more;
  const config = { pipeline_id: source, ...(statuses ? { statuses } : {}) };
  const trigger = { type: 'pipeline_finished', name: 'After', config, params };
  return (await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }))).id;
}

function untilFired(triggerId: string, count = 1): Promise<readonly TriggerDelivery[]> {
  return until(`${count} deliveries of ${triggerId}`, async () => {
    const { deliveries } = await app.triggers.deliveries({ triggerId, limit: 200 });
    return deliveries.length >= count && deliveries.toReversed();
  });
}

describe('a pipeline that starts after another', () => {
  it('receives the outputs of the other one, once for every end', async () => {
    const source = await pipeline('First', {
      params: { n: { type: 'integer' } },
      outputs: { doubled: '{{params.n * 2}}', long: '{{"0123456789"}}' },
    });
    const next = await pipeline('Second', { params: { got: { type: 'integer' }, from: {} } });
    const id = await startAfter(source, next, {
      params: {
        got: '{{trigger.run.outputs.doubled}}',
        from: '{{trigger.pipeline.name}} #{{trigger.run.number}} {{trigger.run.status}}',
      },
    });
    const first = await app.runs.start({ pipelineId: source, params: { n: 21 } });
    const second = await app.runs.start({ pipelineId: source, params: { n: 4 } });
    await Promise.all([untilEnded(app, first.id), untilEnded(app, second.id)]);
    const deliveries = await untilFired(id, 2);
    const runs = await Promise.all(deliveries.map(({ run }) => untilEnded(app, run?.id ?? '')));
    expect(runs.map(({ params }) => params).sort((a, b) => Number(a.got) - Number(b.got))).toEqual([
      { got: 8, from: 'First #2 completed' },
      { got: 42, from: 'First #1 completed' },
    ]);
    expect(runs[0]?.trigger).toBe('pipeline');
    const [left] = await database.sql`select count(*)::int as left from runs where announce`;
    expect(left?.left).toBe(0);
  });

  it('starts only after the configured statuses, and not while it is disabled', async () => {
    const source = await pipeline('Failing', {
      steps: [{ id: 'f', action: 'fail', params: { message: 'Broken' } }],
    });
    const next = await pipeline('Clean up', { params: { why: {} } });
    const onSuccess = await startAfter(source, next);
    const off = await startAfter(source, next, { statuses: ['failed'] });
    await app.triggers.enable({ id: off, enabled: false });
    const onFailure = await startAfter(source, next, {
      statuses: ['failed', 'cancelled'],
      params: { why: '{{trigger.run.error.message}}' },
    });
    const { id } = await app.runs.start({ pipelineId: source });
    await untilEnded(app, id);
    const [delivery] = await untilFired(onFailure);
    const run = await untilEnded(app, delivery?.run?.id ?? '');
    expect(run.params.why).toMatch(/Broken/);
    expect((await app.triggers.deliveries({ triggerId: onSuccess, limit: 1 })).deliveries).toEqual([]);
    expect((await app.triggers.deliveries({ triggerId: off, limit: 1 })).deliveries).toEqual([]);
  });

  it('may start itself, at most ten times in a row', async () => {
    const own = await pipeline('Endless');
    const id = await startAfter(own, own);
    await app.runs.start({ pipelineId: own });
    const deliveries = await untilFired(id, 11);
    expect(deliveries.slice(0, 10).every(({ outcome }) => outcome === 'started')).toBe(true);
    expect(deliveries[10]).toMatchObject({ outcome: 'refused', reason: 'chain_too_long', run: null });
    const { runs } = await app.runs.list({ pipeline: own, limit: 50 });
    expect(runs).toHaveLength(11);
  });

  it('starts nothing of a pipeline that was deleted', async () => {
    const source = await pipeline('Source');
    const next = await pipeline('Gone');
    await startAfter(source, next);
    await app.pipelines.remove({ id: next });
    const { id } = await app.runs.start({ pipelineId: source });
    await untilEnded(app, id);
    const [row] = await database.sql`select announce from runs where id = ${id}`;
    expect(row?.announce).toBe(false);
  });
});

describe('the history of deliveries', () => {
  it('keeps the newest thousand, and those of the last day', async () => {
    const source = await pipeline('Often');
    const id = await startAfter(source, await pipeline('Next'));
    await database.sql`
      insert into trigger_firings (id, trigger_id, at, occasion, outcome)
      select 'fir_' || n, ${id}, now() - n * interval '1 hour', 'test ' || n, 'skipped' from generate_series(1, 2500) n`;
    const keep = { count: 1000, days: 90 };
    expect(await deleteOldDeliveries(database.sql, keep, 100)).toBe(100);
    while ((await deleteOldDeliveries(database.sql, keep, 1000)) > 0);
    const [row] =
      await database.sql`select count(*)::int as left, max(now() - at) < interval '1001 hours' as "isNew"
      from trigger_firings where trigger_id = ${id}`;
    expect(row).toEqual({ left: 1000, isNew: true });
    await database.sql`update trigger_firings set at = now() - interval '1 hour' where trigger_id = ${id}`;
    expect(await deleteOldDeliveries(database.sql, { count: 10, days: 90 }, 1000)).toBe(0);
  });
});
