import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobDamaged, sha256Of } from '../adapters/blobs/blob-store';
import { blobStoreSuite } from '../adapters/blobs/testing/blob-store-suite';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { createDatabaseBlobs } from './database-blobs';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

blobStoreSuite('PostgreSQL', () => createDatabaseBlobs(database.sql));

describe('blobs in PostgreSQL', () => {
  const content = Buffer.from('a content');
  const sha256 = sha256Of(content);

  it('are visible to every server of the database', async () => {
    const other = database.openAgain();
    try {
      await createDatabaseBlobs(database.sql).put(sha256, content);
      expect(await createDatabaseBlobs(other.sql).get(sha256)).toEqual(content);
    } finally {
      await other.close();
    }
  });

  it('survive removal by age when they are put again', async () => {
    const store = createDatabaseBlobs(database.sql);
    await store.put(sha256, content);
    await database.sql`update blobs set put_at = now() - interval '2 hours'`;
    const before = new Date(Date.now() - 3_600_000);
    await Promise.all([store.deleteOlder(sha256, before), store.put(sha256, content)]);
    expect(await store.has(sha256)).toBe(true);
  });

  it('are refused when their content no longer has their hash', async () => {
    const store = createDatabaseBlobs(database.sql);
    await store.put(sha256, content);
    await database.sql`update blobs set content = 'x' where sha256 = ${sha256}`;
    await expect(store.get(sha256)).rejects.toThrow(BlobDamaged);
  });
});
