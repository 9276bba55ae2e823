import type { Sql } from 'postgres';
import { retrying } from '../../store/retry';
import { type BlobStore, intact, placeOf } from './blob-store';
import { asStorageFull } from './storage-full';

/** How many hashes are read at once. */
const PORTION = 1000;

/** Blobs as rows of the table `blobs`, where all servers of a database find them. */
export function createDatabaseBlobs(sql: Sql): BlobStore {
  return {
    has: async (sha256) => {
      placeOf(sha256);
      return (await sql`select 1 from blobs where sha256 = ${sha256}`).length > 0;
    },
    put: async (sha256, content) => {
      placeOf(sha256);
      try {
        await retrying(() => put(sql, sha256, content));
      } catch (error) {
        throw asStorageFull(error);
      }
    },
    get: async (sha256) => {
      placeOf(sha256);
      const [row] = await sql<{ content: Uint8Array }[]>`select content from blobs where sha256 = ${sha256}`;
      return row && intact(sha256, row.content);
    },
    delete: async (sha256) => {
      placeOf(sha256);
      await sql`delete from blobs where sha256 = ${sha256}`;
    },
    deleteOlder: async (sha256, before) => {
      placeOf(sha256);
      return (await sql`delete from blobs where sha256 = ${sha256} and put_at < ${before}`).count > 0;
    },
    older: (before) => older(sql, before),
    // A statement leaves nothing behind.
    tidy: () => Promise.resolve(),
  };
}

/** A content that is there already is not sent again. */
async function put(sql: Sql, sha256: string, content: Uint8Array): Promise<void> {
  const renewed = await sql`update blobs set put_at = now() where sha256 = ${sha256}`;
  if (renewed.count > 0) return;
  await sql`
    insert into blobs (sha256, content) values (${sha256}, ${Buffer.from(content)})
    on conflict (sha256) do update set put_at = now()`;
}

async function* older(sql: Sql, before: Date): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const rows = await sql<{ sha256: string }[]>`
      select sha256 from blobs where put_at < ${before} and sha256 > ${after}
      order by sha256 limit ${PORTION}`;
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ sha256 }) => sha256);
    after = last.sha256;
  }
}
