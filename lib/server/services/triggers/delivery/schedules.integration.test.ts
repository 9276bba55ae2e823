import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTriggerInput, type TriggerDelivery, type TriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../../compose';
import { openTestApp, startSteps, untilEnded, untilRun } from '../../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../../testing/database';
import { until } from '../../../testing/until';
import { makeDue as due, YEARLY } from '../testing/due';

let database: TestDatabase;
/** Carries out runs and fires triggers. */
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
});

afterAll(() => app.close());

const LOG = [{ id: 'a', action: 'log', params: { message: '{{params.note}}' } }];

async function pipeline(steps: object[] = LOG): Promise<string> {
  const text = JSON.stringify({ name: 'Scheduled', params: { note: { default: 'none' } }, steps });
  return (await app.pipelines.create({ text })).id;
}

type Config = Extract<TriggerInput, { type: 'schedule' }>['config'];

async function schedule(pipelineId: string, config: Config, params: Record<string, string> = {}) {
  const trigger = { type: 'schedule', name: 'Test', config, params } as const;
  return (await app.triggers.add(addTriggerInput.parse({ pipelineId, trigger }))).id;
}

const makeDue = (id: string) => due(database.sql, id);

/** Waits until the newest deliveries, oldest first, are as wanted. */
function untilFired(
  triggerId: string,
  isReached: (deliveries: readonly TriggerDelivery[]) => boolean,
): Promise<readonly TriggerDelivery[]> {
  return until(`the deliveries of ${triggerId}`, async () => {
    const { deliveries } = await app.triggers.deliveries({ triggerId, limit: 200 });
    const oldestFirst = deliveries.toReversed();
    return isReached(oldestFirst) && oldestFirst;
  });
}

describe('a schedule', () => {
  it('starts a run with its params when it is due, and records the delivery', async () => {
    const pipelineId = await pipeline();
    const id = await schedule(
      pipelineId,
      { kind: 'once', at: '2100-01-01T00:00:00Z' },
      { note: 'due {{trigger.due_at}}' },
    );
    const passed = JSON.stringify({ at: new Date().toISOString() });
    await database.sql`
      update triggers set config = config::jsonb || ${passed}::text::jsonb where id = ${id}`;
    await makeDue(id);
    const [delivery] = await untilFired(id, ({ length }) => length > 0);
    expect(delivery).toMatchObject({ outcome: 'started', reason: null, run: { number: 1 } });
    const run = await untilEnded(app, delivery?.run?.id ?? '');
    expect(run).toMatchObject({
      status: 'completed',
      trigger: 'schedule',
      triggerId: id,
      triggerName: 'Test',
      params: { note: `due ${delivery?.dueAt}` },
    });
    // By the clock of the database, which wrote both.
    expect(Date.parse(delivery?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(delivery?.dueAt ?? ''));
    const [trigger] = await app.triggers.list({ pipelineId });
    expect(trigger).toMatchObject({ next: [], lastFiring: { id: delivery?.id } });
  });

  it('starts nothing while it is disabled, and nothing of a deleted pipeline', async () => {
    const pipelineId = await pipeline();
    const off = await schedule(pipelineId, YEARLY);
    await app.triggers.enable({ id: off, enabled: false });
    const other = await pipeline();
    const orphan = await schedule(other, YEARLY);
    await app.pipelines.remove({ id: other });
    await database.sql`update triggers set next_at = now() where id in (${off}, ${orphan})`;
    // As if it had been deleted at the very moment at which it was due.
    await database.sql`update triggers set enabled = true where id = ${orphan}`;
    const marker = await schedule(pipelineId, YEARLY);
    await makeDue(marker);
    await untilFired(marker, ({ length }) => length > 0);
    for (let isOn = true; isOn; ) {
      const [row] = await database.sql<{ enabled: boolean }[]>`
        select enabled from triggers where id = ${orphan}`;
      isOn = row?.enabled ?? false;
    }
    expect(await untilFired(off, () => true)).toEqual([]);
    expect((await app.runs.list({ pipeline: other, limit: 10 })).runs).toEqual([]);
  });

  it('skips a delivery while its run is active, when configured', async () => {
    const pipelineId = await pipeline([{ id: 'w', action: 'wait', params: { duration: 60 } }]);
    const id = await schedule(pipelineId, { ...YEARLY, overlap: 'skip' });
    await makeDue(id);
    const [first] = await untilFired(id, ({ length }) => length === 1);
    await makeDue(id);
    const [, second] = await untilFired(id, ({ length }) => length === 2);
    expect(second).toMatchObject({ outcome: 'skipped', reason: 'overlap', run: null });
    await app.runs.cancel({ id: first?.run?.id ?? '' });
    await untilRun(app, first?.run?.id ?? '', ({ status }) => status === 'cancelled');
    await makeDue(id);
    const [, , third] = await untilFired(id, ({ length }) => length === 3);
    expect(third?.outcome).toBe('started');
    await app.runs.cancel({ id: third?.run?.id ?? '' });
  });

  it('records why it could not start a run', async () => {
    const broken = await schedule(await pipeline([]), YEARLY);
    await makeDue(broken);
    const [invalid] = await untilFired(broken, ({ length }) => length > 0);
    expect(invalid).toMatchObject({ outcome: 'refused', reason: 'invalid', run: null });
    expect(invalid?.detail).toMatch(/has no steps/);

    const { pipelineId, id: held } = await startSteps(app, [
      { id: 'w', action: 'wait', params: { duration: 60 } },
    ]);
    const quarantined = await schedule(pipelineId, YEARLY);
    await untilRun(app, held, ({ status }) => status === 'waiting');
    await database.sql`update runs set hold = 'quarantined' where id = ${held}`;
    await makeDue(quarantined);
    const [skipped] = await untilFired(quarantined, ({ length }) => length > 0);
    expect(skipped).toMatchObject({ outcome: 'skipped', reason: 'quarantined' });
    await database.sql`update runs set hold = null where id = ${held}`;
    await app.runs.cancel({ id: held });
  });

  it.each([
    ['skip', ['missed']],
    ['fire_once', ['missed', 'started']],
    ['fire_all', ['started', 'started', 'started', 'started']],
  ] as const)('follows the rule %s for missed due times', async (misfire, wanted) => {
    const id = await schedule(await pipeline(), {
      kind: 'interval',
      every_seconds: 3600,
      from: new Date(Date.now() - 36_000_000 - 600_000).toISOString(),
      misfire,
    });
    await database.sql`
      update triggers set next_at = (config->>'from')::timestamptz + interval '7 hours' where id = ${id}`;
    await database.sql`select pg_notify('triggers', '')`;
    const deliveries = await untilFired(id, ({ length }) => length === wanted.length);
    expect(deliveries.map(({ outcome, reason }) => reason ?? outcome)).toEqual(wanted);
    expect(new Set(deliveries.map(({ dueAt }) => dueAt)).size).toBe(wanted.length);
    if (misfire === 'skip') expect(deliveries[0]?.detail).toMatch(/at 4 scheduled times/);
    const [trigger] = await database.sql`select next_at > now() as "isAhead" from triggers where id = ${id}`;
    expect(trigger?.isAhead).toBe(true);
  });

  it('never fires the same due time again, whatever the clocks show', async () => {
    const id = await schedule(await pipeline(), YEARLY);
    const [row] = await database.sql<{ at: string }[]>`
      update triggers set next_at = date_trunc('second', now()) where id = ${id} returning next_at::text as at`;
    await untilFired(id, ({ length }) => length === 1);
    await database.sql`update triggers set next_at = ${row?.at ?? ''}::text::timestamptz where id = ${id}`;
    await makeDue(await schedule(await pipeline(), YEARLY));
    await until('the next due time', async () => {
      const due = await database.sql`select from triggers where id = ${id} and next_at <= now()`;
      return due.length === 0;
    });
    expect(await untilFired(id, () => true)).toHaveLength(1);
  });
});

describe('clocks of hosts', () => {
  it.each([-400, 400])('have no effect when they are wrong by %i days', async (days) => {
    const clock = {
      now: () => new Date(Date.now() + days * 86_400_000),
      at: () => () => undefined,
    };
    const other = await createTestDatabase();
    const astray = await openTestApp(other, { adapters: { clock } });
    const text = JSON.stringify({
      name: 'Test',
      steps: [{ id: 'a', action: 'log', params: { message: 'a' } }],
    });
    const { id: pipelineId } = await astray.pipelines.create({ text });
    const config = { kind: 'interval', every_seconds: 1 } as const;
    const trigger = { type: 'schedule', name: 'Often', config } as const;
    const { id } = await astray.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
    for (let count = 0; count < 2; ) {
      const rows = await other.sql<{ early: boolean; late: boolean }[]>`
        select at < due_at as early, at > due_at + interval '30 seconds' as late
        from trigger_firings where trigger_id = ${id}`;
      count = rows.length;
      expect(rows.every(({ early, late }) => !early && !late)).toBe(true);
    }
    await astray.close();
  });
});

describe('a database that fails', () => {
  it('at any statement loses and repeats no due time', async () => {
    const cut = await createTestDatabase();
    const report = () => undefined;
    const config = { databaseUrl: 'postgres://elsewhere' };
    const apps = [await openTestApp(cut, { config, adapters: { report } })];
    apps.push(await openTestApp(cut.openAgain(), { config, adapters: { report } }));
    const [first] = apps;
    const text = JSON.stringify({ name: 'Test', steps: LOG, params: { note: { default: 'a' } } });
    const { id: pipelineId } = (await first?.pipelines.create({ text })) ?? { id: '' };
    const trigger = {
      type: 'schedule',
      name: 'Often',
      config: { kind: 'interval', every_seconds: 1 },
    } as const;
    for (let count = 0; count < 5; count += 1) {
      await first?.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
    }
    const judge = cut.openAgain();
    const deliveries = () => judge.sql<{ triggerId: string; due: number; runId: string | null }[]>`
      select trigger_id as "triggerId", extract(epoch from due_at)::float8 as due, run_id as "runId"
      from trigger_firings order by trigger_id, due_at`;
    let cuts = 0;
    await until('25 deliveries', async () => {
      cuts += 1;
      if (cuts > 80) return (await deliveries()).length >= 25;
      await judge.sql`
        select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`;
      return false;
    });
    const found = await deliveries();
    for (const [index, { triggerId, due, runId }] of found.entries()) {
      const before = found[index - 1];
      if (before?.triggerId === triggerId) expect(due - before.due).toBeCloseTo(1, 6);
      const [run] = await judge.sql`select from runs where id = ${runId}`;
      expect(run).toBeDefined();
    }
    const [runs] = await judge.sql<{ strays: number }[]>`
      select count(*)::int as strays from runs r
      where not exists (select from trigger_firings f where f.run_id = r.id)`;
    expect(runs?.strays).toBe(0);
    await judge.close();
    for (const each of apps.toReversed()) await each.close();
  });
});

describe('a schedule that the database refuses', () => {
  it('starts the runs of the other schedules that are due', async () => {
    const own = await createTestDatabase();
    const told: string[] = [];
    const report = (_: unknown, what: string) => void told.push(what);
    const front = await openTestApp(own, { adapters: { report } });
    const text = JSON.stringify({ name: 'Test', steps: LOG, params: { note: { default: 'a' } } });
    const { id: pipelineId } = await front.pipelines.create({ text });
    const trigger = { type: 'schedule', name: 'Test', config: YEARLY } as const;
    const add = () => front.triggers.add(addTriggerInput.parse({ pipelineId, trigger }));
    const ids = (await Promise.all(Array.from({ length: 10 }, add))).map(({ id }) => id);
    const [bad = ''] = ids;
    await own.sql.unsafe(`alter table trigger_firings add constraint refused check (trigger_id <> '${bad}')`);
    await own.sql`update triggers set next_at = date_trunc('second', now())`;
    await own.sql`select pg_notify('triggers', '')`;
    await until('9 deliveries and a report', async () => {
      const rows = await own.sql`select from trigger_firings where outcome = 'started'`;
      return rows.length === 9 && told.length > 0;
    });
    expect(new Set(told)).toEqual(new Set([`The trigger ${bad} did not fire`]));
    const [row] = await own.sql`select next_at <= now() as due from triggers where id = ${bad}`;
    expect(row).toEqual({ due: true });
    await front.close();
  });
});

describe('two schedulers', () => {
  it('fire each of 200 due schedules once', async () => {
    const config = { databaseUrl: 'postgres://elsewhere' };
    const more = database.openAgain();
    const other = await openTestApp(more, { config });
    const pipelineId = await pipeline();
    const ids = await Promise.all(Array.from({ length: 200 }, () => schedule(pipelineId, YEARLY)));
    await database.sql`
      update triggers set next_at = date_trunc('second', now()) + interval '1 second' where id = any(${ids}::text[])`;
    await database.sql`select pg_notify('triggers', '')`;
    await until('all of them to be due next year', async () => {
      const [row] = await database.sql<{ left: number }[]>`
        select count(*)::int as left from triggers where id = any(${ids}::text[]) and next_at < now() + interval '1 day'`;
      return row?.left === 0;
    });
    const rows = await database.sql<{ deliveries: number; runs: number; early: number }[]>`
      select count(*)::int as deliveries, count(distinct run_id)::int as runs,
        count(*) filter (where at < due_at)::int as early
      from trigger_firings where trigger_id = any(${ids}::text[])`;
    expect(rows[0]).toMatchObject({ deliveries: 200, runs: 200, early: 0 });
    const [{ made } = { made: 0 }] = await database.sql<{ made: number }[]>`
      select count(*)::int as made from runs where pipeline_id = ${pipelineId}`;
    expect(made).toBe(200);
    await other.close();
  });
});
