import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticePageSchema } from '@/lib/contracts/notices';
import { type App, compose } from '../../compose';
import { sweepRuns } from '../../retention/sweep-runs';
import { startSteps, TEST_CONFIG, untilDigested, untilEnded } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { countUnread } from './unread';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  const report = (error: unknown, what: string) => {
    throw new Error(what, { cause: error });
  };
  const config = { ...TEST_CONFIG, databaseUrl: 'postgres://elsewhere', dataDir: '/tmp' };
  app = await compose(config, { sql: database.sql, close: async () => undefined }, { report });
});
afterEach(async () => {
  await app.close();
  await database.sql`delete from notices`;
});
afterAll(() => database.close());

const note = (message: string, more: object = {}) => ({
  id: 'note',
  action: 'notification',
  params: { channel: 'inbox', message, ...more },
});

async function notify(message: string, more: object = {}) {
  const { id } = await startSteps(app, [note(message, more)]);
  expect(await untilEnded(app, id)).toMatchObject({ status: 'completed' });
  return id;
}

const unread = async () => (await countUnread(app.context)).unread;
const messages = async (input: Partial<Parameters<App['notices']['list']>[0]> = {}) =>
  (await app.notices.list({ limit: 50, ...input })).notices.map(({ message }) => message);

describe('the inbox', () => {
  it('stores the notice of a step, with its run, step and pipeline', async () => {
    const id = await notify('Import\0 done', {
      title: 'Import',
      severity: 'warning',
      recipients: ['a "b", c'],
    });
    const page = await app.notices.list({ limit: 50 });
    expect(noticePageSchema.parse(page)).toEqual(page);
    expect(page).toMatchObject({
      next: null,
      notices: [
        {
          title: 'Import',
          message: 'Import\ufffd done',
          severity: 'warning',
          priority: null,
          recipients: ['a "b", c'],
          pipeline: { name: 'Test' },
          run: { id, number: 1 },
          step: 'note',
          iteration: [],
          readAt: null,
        },
      ],
    });
  });

  it('has one notice for each iteration, and one for all attempts of a step', async () => {
    const loop = {
      id: 'each',
      action: 'loop',
      params: {
        items: ['a', 'b'],
        action: 'notification',
        action_params: { channel: 'inbox', message: '{{item}}' },
      },
    };
    const { id } = await startSteps(app, [loop]);
    await untilEnded(app, id);
    expect((await messages()).sort()).toEqual(['a', 'b']);
    const again = { message: 'again', title: undefined, severity: 'info', priority: undefined } as const;
    const owner = { runId: id, step: 'each', iteration: [1], attempt: 2 };
    expect(await app.world.inbox.put({ ...again, recipients: [] }, owner)).toBe(true);
    expect((await messages()).sort()).toEqual(['a', 'b']);
  });

  it('masks secrets of the step', async () => {
    await app.secrets.add({ name: 'hook_key', value: 'correct-horse-battery', description: '', hosts: [] });
    await notify('The key is correct-horse-battery.', { webhook_secret: '{{secrets.hook_key}}' });
    expect((await messages()).join()).not.toContain('horse');
  });

  it('is read in pages, newest first', async () => {
    for (const message of ['1', '2', '3']) await notify(message);
    const page = await app.notices.list({ limit: 2 });
    expect(page.notices.map(({ message }) => message)).toEqual(['3', '2']);
    expect(await messages({ before: page.next ?? '' })).toEqual(['1']);
  });

  it('marks one notice, or all up to the newest that was shown', async () => {
    for (const message of ['1', '2', '3']) await notify(message);
    const [third, second] = (await app.notices.list({ limit: 50 })).notices;
    expect(await unread()).toBe(3);
    expect(await app.notices.mark({ id: third?.id ?? '', read: true })).toEqual({ marked: 1 });
    expect(await app.notices.mark({ id: third?.id ?? '', read: true })).toEqual({ marked: 0 });
    expect(await messages({ unread: true })).toEqual(['2', '1']);
    expect(await app.notices.mark({ id: third?.id ?? '', read: false })).toEqual({ marked: 1 });
    expect(await app.notices.markAll({ up_to: second?.id ?? '' })).toEqual({ marked: 2 });
    expect(await messages({ unread: true })).toEqual(['3']);
    await expect(app.notices.mark({ id: 'ntc_none', read: true })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('deletes notices with their runs', async () => {
    const id = await notify('old');
    await untilDigested(database.sql, [id]);
    await database.sql`
      update runs set created_at = created_at - interval '99 days', finished_at = finished_at - interval '99 days'
      where id = ${id}`;
    const keep = { days: 90, count: 10_000 };
    await sweepRuns({ sql: database.sql, keep, keepVersions: 50 }, new AbortController().signal);
    expect(await messages()).toEqual([]);
  });
});
