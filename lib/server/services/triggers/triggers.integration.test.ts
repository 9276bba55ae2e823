import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addTriggerInput, changeTriggerInput, type TriggerInput } from '@/lib/contracts/triggers';
import type { App } from '../../compose';
import type { MasterKey } from '../../secrets/master-key';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let app: App;
let database: TestDatabase;
let pipelineId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
  pipelineId = await pipelineOf({ count: { type: 'integer', required: true, default: 1 }, note: {} });
});

afterEach(() => database.sql`delete from triggers`);
afterAll(() => app.close());

async function pipelineOf(params: object): Promise<string> {
  const steps = [{ id: 'a', action: 'log', params: { message: 'a' } }];
  return (await app.pipelines.create({ text: JSON.stringify({ name: 'Test', params, steps }) })).id;
}

function add(trigger: TriggerInput, to = pipelineId) {
  return app.triggers.add(addTriggerInput.parse({ pipelineId: to, trigger }));
}

const cron = (text: string, more: object = {}) =>
  ({ type: 'schedule', name: 'Nightly', config: { kind: 'cron', cron: text, ...more } }) as TriggerInput;

describe('triggers', () => {
  it('are listed with their next due times', async () => {
    const made = await add(cron('0 2 * * *', { time_zone: 'Europe/Berlin' }));
    expect(made).toMatchObject({ name: 'Nightly', enabled: true, path: null, lastFiring: null });
    expect(made.next).toHaveLength(5);
    expect(Date.parse(made.next[0] ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await app.triggers.list({ pipelineId })).toEqual([made]);
    await app.triggers.remove({ id: made.id });
    expect(await app.triggers.list({ pipelineId })).toEqual([]);
    await expect(app.triggers.remove({ id: made.id })).rejects.toThrow(/The trigger \S+ does not exist/);
  });

  it('are not due while they are disabled, and are due from now on when they are enabled', async () => {
    const { id } = await add({
      type: 'schedule',
      name: 'Often',
      config: { kind: 'interval', every_seconds: 3600 },
    });
    expect(await app.triggers.enable({ id, enabled: false })).toMatchObject({ enabled: false, next: [] });
    const on = await app.triggers.enable({ id, enabled: true });
    expect(on.next).toHaveLength(5);
  });

  it('keep the start of an interval when other fields change', async () => {
    const config = { kind: 'interval', every_seconds: 3600 } as const;
    const made = await add({ type: 'schedule', name: 'Hourly', config });
    const trigger = { type: 'schedule', name: 'Every hour', config, params: { count: 2 } } as const;
    const changed = await app.triggers.change(changeTriggerInput.parse({ id: made.id, trigger }));
    expect(changed).toMatchObject({ name: 'Every hour', params: { count: 2 }, next: made.next });
    const webhook = { type: 'webhook', name: 'x', config: {} } as const;
    const change = () => app.triggers.change(changeTriggerInput.parse({ id: made.id, trigger: webhook }));
    await expect(change()).rejects.toThrow(/cannot be changed/);
  });

  it('show a signature that an earlier release stored as one of the body', async () => {
    const made = await add({ type: 'webhook', name: 'Push', config: {} });
    const signature = { header: 'x-sig', prefix: 'v0=', secret: 'key' };
    const stored = JSON.stringify({ ...made.config, signature });
    await database.sql`update triggers set config = ${stored}::text::json where id = ${made.id}`;
    const [listed] = await app.triggers.list({ pipelineId });
    expect(listed?.config).toMatchObject({ signature: { ...signature, kind: 'body' } });
  });

  it('store the address of a webhook encrypted, show it again, and replace it by a new one', async () => {
    const made = await add({ type: 'webhook', name: 'Push', config: {} });
    expect(made.path).toMatch(new RegExp(`^/api/v1/hooks/${made.id}/[A-Za-z0-9_-]{43}$`));
    const token = made.path?.split('/').at(-1) ?? '?';
    const [row] = await database.sql`select * from triggers where id = ${made.id}`;
    expect(JSON.stringify(row)).not.toContain(token);
    const [listed] = await app.triggers.list({ pipelineId });
    expect(listed?.path).toBe(made.path);
    expect((await app.triggers.renewAddress({ id: made.id })).path).not.toBe(made.path);
  });

  it('show the address of a webhook under a new master key, after the old one was removed', async () => {
    const made = await add({ type: 'webhook', name: 'Push', config: {} });
    const [old, fresh] = [7, 8].map((byte) => ({
      id: byte === 7 ? 'test' : 'new',
      bytes: Buffer.alloc(32, byte),
    }));
    const pathWith = async (...masterKeys: MasterKey[]) => {
      const config = { masterKeys, databaseUrl: 'postgres://elsewhere' };
      const again = await openTestApp(database.openAgain(), { config });
      const [{ path } = { path: undefined }] = await again.triggers.list({ pipelineId });
      await again.close();
      return path;
    };
    if (!old || !fresh) throw new Error('Two keys.');
    expect(await pathWith(fresh)).toBeNull();
    expect(await pathWith(fresh, old)).toBe(made.path);
    expect(await pathWith(fresh)).toBe(made.path);
  });

  it.each([
    [cron('0 25 * * *'), 'config.cron', /hour "25" .* 0 to 23/],
    [cron('* * *'), 'config.cron', /has 3 fields/],
    [cron('0 0 30 2 *'), 'config.cron', /never due: no year has a day 30 in month 2/],
    [cron('0 0 * * *', { time_zone: 'Europe/Belrin' }), 'config.time_zone', /Did you mean Europe\/Berlin/],
    [cron('0 0 * * *', { time_zone: '+02:00' }), 'config.time_zone', /time zone \S+ does not exist/],
    [
      { type: 'schedule', name: 'x', config: { kind: 'once', at: '2001-01-01T00:00:00Z' } },
      'config.at',
      /has passed/,
    ],
    [
      { type: 'pipeline_finished', name: 'x', config: { pipeline_id: 'pl_none' } },
      'config.pipeline_id',
      /The pipeline \S+ does not exist/,
    ],
    [
      { type: 'webhook', name: 'x', config: { signature: { secret: 'nope' } } },
      'config.signature.secret',
      /does not exist/,
    ],
    [
      { type: 'webhook', name: 'x', config: { header: { name: 'x-key', secret: 'nope' } } },
      'config.header.secret',
      /does not exist/,
    ],
    [{ ...cron('0 0 * * *'), params: { count: 'many' } }, 'params.count', /needs an integer/],
    [{ ...cron('0 0 * * *'), params: { coutn: 1 } }, 'params.coutn', /Unknown param coutn/],
    [{ ...cron('0 0 * * *'), params: { note: '{{trigger.body}}' } }, 'params.note', /no body/],
    [
      { ...cron('0 0 * * *'), params: { note: '{{steps.a.output}}' } },
      'params.note',
      /Step a does not exist/,
    ],
    [{ ...cron('0 0 * * *'), params: { note: '{{secrets.key}}' } }, 'params.note', /Unknown name secrets/],
    [{ ...cron('0 0 * * *'), params: { count: '{{trigger.due_at}}' } }, 'params.count', /number/],
    [{ ...cron('0 0 * * *'), params: { note: '{{trigger.' } }, 'params.note', /./],
  ] satisfies [TriggerInput, string, RegExp][])(
    'refuse %j with the name of the invalid field',
    async (trigger, field, message) => {
      await expect(add(trigger)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringMatching(message),
        details: [{ path: `trigger.${field}` }],
      });
    },
  );

  it('report a required param without a value, unless requests provide it', async () => {
    const needing = await pipelineOf({ who: { required: true } });
    await expect(add(cron('0 0 * * *'), needing)).rejects.toMatchObject({
      details: [{ path: 'trigger.params.who' }],
    });
    expect(await add({ type: 'webhook', name: 'x', config: {} }, needing)).toMatchObject({ params: {} });
  });

  it('may start after their own pipeline', async () => {
    const made = await add({ type: 'pipeline_finished', name: 'Again', config: { pipeline_id: pipelineId } });
    expect(made).toMatchObject({ sourceName: 'Test', next: [] });
  });

  it('are not found for a deleted pipeline', async () => {
    await expect(add(cron('0 0 * * *'), 'pl_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('previews of schedules', () => {
  it('show the next due times', async () => {
    const config = {
      kind: 'interval',
      every_seconds: 60,
      from: '2999-01-01T00:00:00Z',
      misfire: 'skip',
      overlap: 'allow',
    } as const;
    expect(await app.triggers.preview({ config, count: 2 })).toEqual({
      next: ['2999-01-01T00:00:00.000Z', '2999-01-01T00:01:00.000Z'],
      problem: null,
    });
  });

  it('report why there are none', async () => {
    const config = {
      kind: 'cron',
      cron: '0 0 31 4 *',
      time_zone: 'UTC',
      misfire: 'skip',
      overlap: 'allow',
    } as const;
    expect(await app.triggers.preview({ config, count: 2 })).toMatchObject({
      next: [],
      problem: expect.stringMatching(/day 31 in month 4/),
    });
  });
});
