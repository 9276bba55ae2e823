import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_SAVED_SEARCHES } from '@/lib/contracts/saved-searches';
import { tablesInOrder } from '../../backup/tables';
import type { App } from '../../compose';
import { openTestApp } from '../../testing/app';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let database: TestDatabase;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await openTestApp(database);
});
beforeEach(() => database.sql`delete from saved_searches`);
afterAll(() => app.close());

const failed = { name: 'Failed today', search: 'status:failed after:24h' };
const names = async () => (await app.searches.list()).searches.map(({ name }) => name);

it('saves searches, lists them by name, changes and deletes them, and audits each change', async () => {
  const saved = await app.searches.add(failed);
  await app.searches.add({ name: 'by hand', search: 'trigger:manual' });
  expect(await names()).toEqual(['by hand', 'Failed today']);
  const changed = await app.searches.change({ id: saved.id, name: 'Failed', search: 'status:failed' });
  expect(changed).toEqual({ ...saved, name: 'Failed', search: 'status:failed' });
  await app.searches.remove({ id: saved.id });
  expect(await names()).toEqual(['by hand']);
  const { events } = await app.audit.list({ subject: saved.id });
  expect(events.map(({ action, subject, details }) => [action, subject.name, details])).toEqual([
    ['search.deleted', 'Failed', { search: 'status:failed' }],
    ['search.changed', 'Failed', { search: 'status:failed' }],
    ['search.created', 'Failed today', { search: failed.search }],
  ]);
});

it('refuses a name that another search has, in any case', async () => {
  await app.searches.add(failed);
  const other = await app.searches.add({ name: 'Other', search: 'hello' });
  const taken = { code: 'conflict', message: expect.stringContaining('failed TODAY already exists') };
  await expect(app.searches.add({ ...failed, name: 'failed TODAY' })).rejects.toMatchObject(taken);
  await expect(app.searches.change({ ...other, name: 'failed TODAY' })).rejects.toMatchObject(taken);
  await app.searches.change({ ...other, name: 'OTHER' });
  expect(await names()).toEqual(['Failed today', 'OTHER']);
});

it('saves one of several searches with one name that arrive together', async () => {
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => app.searches.add(failed)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await names()).toEqual(['Failed today']);
});

it('refuses a wrong search with its place, and changes nothing', async () => {
  const saved = await app.searches.add(failed);
  const wrong = { code: 'invalid', details: expect.objectContaining({ at: 2, length: 12 }) };
  await expect(app.searches.add({ name: 'Wrong', search: 'a stats:failed' })).rejects.toMatchObject(wrong);
  await expect(app.searches.change({ ...saved, search: 'a stats:failed' })).rejects.toMatchObject(wrong);
  expect((await app.searches.list()).searches).toEqual([saved]);
});

it('refuses what does not exist, and more searches than the limit', async () => {
  const missing = { code: 'not_found', message: expect.stringContaining('srch_0') };
  await expect(app.searches.remove({ id: 'srch_0' })).rejects.toMatchObject(missing);
  await expect(app.searches.change({ id: 'srch_0', ...failed })).rejects.toMatchObject(missing);
  await database.sql`
    insert into saved_searches (id, name, search)
    select 'srch_' || n, 'Search ' || n, 'hello' from generate_series(1, ${MAX_SAVED_SEARCHES}) n`;
  await expect(app.searches.add(failed)).rejects.toMatchObject({ code: 'conflict' });
});

it('is part of backups', () => {
  expect(tablesInOrder()).toContain('saved_searches');
});
