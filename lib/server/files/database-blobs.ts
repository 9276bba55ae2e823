import { and, asc, eq, gt, lt } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { blobs } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import {
  type BlobStore,
  type Content,
  intact,
  lengthOf,
  piecesOf,
  placeOf,
} from '../adapters/blobs/blob-store';
import { asStorageFull } from '../adapters/blobs/storage-full';
import { rowsOf } from '../db/rows';
import { retrying } from '../store/retry';

/** Bytes of a content in one statement. */
const PIECE_BYTES = 1_000_000;

/** Hashes in one page. */
const PORTION = 1000;

const isOf = (sha256: string) => eq(blobs.sha256, sha256);
const isOlder = (before: Date) => lt(blobs.putAt, before.toISOString());

/** Blobs as rows of the table `blobs`, shared by all servers of a database. */
export function createDatabaseBlobs(sql: Sql): BlobStore {
  return {
    has: async (sha256) => {
      placeOf(sha256);
      return (await rowsOf(sql).select({ sha256: blobs.sha256 }).from(blobs).where(isOf(sha256))).length > 0;
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
      const [row] = await rowsOf(sql).select({ content: blobs.content }).from(blobs).where(isOf(sha256));
      return row && intact(sha256, row.content);
    },
    read: async (sha256, from, to) => {
      placeOf(sha256);
      // Hand-written SQL: a range of a column.
      const [row] = await sql<{ part: Uint8Array }[]>`
        select substring(content from ${from + 1} for ${Math.max(0, to - from)}) as part from blobs where sha256 = ${sha256}`;
      return row?.part;
    },
    delete: async (sha256) => {
      placeOf(sha256);
      await rowsOf(sql).delete(blobs).where(isOf(sha256));
    },
    deleteOlder: async (sha256, before) => {
      placeOf(sha256);
      const gone = await rowsOf(sql)
        .delete(blobs)
        .where(and(isOf(sha256), isOlder(before)))
        .returning({ sha256: blobs.sha256 });
      return gone.length > 0;
    },
    older: (before) => older(sql, before),
    // Statements leave no remains.
    tidy: () => Promise.resolve(),
  };
}

/** An existing content is not sent again. */
async function put(sql: Sql, sha256: string, content: Content): Promise<void> {
  const db = rowsOf(sql);
  const renewed = await db
    .update(blobs)
    .set({ putAt: NOW })
    .where(isOf(sha256))
    .returning({ sha256: blobs.sha256 });
  if (renewed.length > 0) return;
  if (lengthOf(content) > PIECE_BYTES) {
    await putInPieces(sql, sha256, content);
    return;
  }
  await db
    .insert(blobs)
    .values({ sha256, content: Buffer.concat(piecesOf(content)) })
    .onConflictDoUpdate({ target: blobs.sha256, set: { putAt: NOW } });
}

/**
 * Bytes are sent as text of twice their length: as a whole, a long content would be copied several times in memory. Hand-written
 * SQL: the database joins the pieces in a temporary table.
 */
async function putInPieces(sql: Sql, sha256: string, content: Content): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`create temporary table pieces (place int, content bytea) on commit drop`;
    let place = 0;
    for (const whole of piecesOf(content)) {
      for (let at = 0; at < whole.length; at += PIECE_BYTES) {
        const piece = Buffer.from(
          whole.buffer,
          whole.byteOffset + at,
          Math.min(PIECE_BYTES, whole.length - at),
        );
        await tx`insert into pieces values (${place}, ${piece})`;
        place += 1;
      }
    }
    await tx`
      insert into blobs (sha256, content) select ${sha256}, string_agg(content, ''::bytea order by place) from pieces
      on conflict (sha256) do update set put_at = now()`;
  });
}

async function* older(sql: Sql, before: Date): AsyncGenerator<string[]> {
  let after = '';
  for (;;) {
    const rows = await rowsOf(sql)
      .select({ sha256: blobs.sha256 })
      .from(blobs)
      .where(and(isOlder(before), gt(blobs.sha256, after)))
      .orderBy(asc(blobs.sha256))
      .limit(PORTION);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ sha256 }) => sha256);
    after = last.sha256;
  }
}
