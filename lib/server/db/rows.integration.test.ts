import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installation, secrets } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { isAny, rowsOf } from './rows';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

const KEYS = ['text', 'number', 'object'];

it('reads JSON of every kind unchanged, and instants as ISO 8601', async () => {
  const db = rowsOf(database.sql);
  const values = { text: '5', number: 5, object: { b: 1, a: ['x'] } };
  for (const [key, value] of Object.entries(values)) {
    await db.insert(installation).values({ key, value, updatedAt: NOW });
  }
  const rows = await db.select().from(installation).where(isAny(installation.key, KEYS));
  expect(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).toEqual(values);
  const [row] = rows;
  expect(new Date(row?.updatedAt ?? '').toISOString()).toBe(row?.updatedAt);
  const [byHand] = await database.sql`select updated_at from installation where key = 'text'`;
  expect(byHand?.updated_at).toBeInstanceOf(Date);
});

it('throws the error of PostgreSQL unchanged, without the values of the query', async () => {
  const db = rowsOf(database.sql);
  const value = { key: 'twice', value: 'canary', updatedAt: NOW };
  await db.insert(installation).values(value);
  await expect(db.insert(installation).values(value)).rejects.toMatchObject({
    name: 'PostgresError',
    code: '23505',
    message: expect.not.stringContaining('canary'),
  });
});

it('runs in the given transaction', async () => {
  const undone = database.sql.begin(async (tx) => {
    await rowsOf(tx).insert(installation).values({ key: 'undone', value: 1, updatedAt: NOW });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const db = rowsOf(database.sql);
  expect(await db.select().from(installation).where(eq(installation.key, 'undone'))).toEqual([]);
  expect(await db.select().from(secrets).where(isAny(secrets.name, []))).toEqual([]);
});
