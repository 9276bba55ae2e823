import { eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { payloads } from '@/drizzle/schema';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { rowsOf } from '../db/rows';
import { buildOutline } from './outline/build';
import { type ByteSource, sourceOfText } from './outline/byte-source';
import { type Outline, outlineSchema } from './outline/outline';
import { notInStorage, type PayloadSource, payloadInEvent, payloadRow } from './payloads';

/** A stored value, of which parts are read. */
export interface OutlinedPayload {
  readonly source: ByteSource;
  readonly outline: Outline;
}

/**
 * A payload to which the run or one of its chunks refers, with its outline; undefined when none refers to this hash. A value that
 * was stored without an outline is read once to make it.
 */
export async function outlinedPayload(
  { sql, blobs }: PayloadSource,
  runId: string,
  hash: string,
): Promise<OutlinedPayload | undefined> {
  const inEvent = await payloadInEvent(sql, runId, hash);
  if (inEvent) return outlinedText(inEvent.body);
  const row = await payloadRow(sql, runId, hash);
  if (!row) return undefined;
  if (row.body !== null) return outlinedText(row.body);
  const source = sourceOfBlob(blobs, row);
  if (row.outline !== null) return { source, outline: outlineSchema.parse(JSON.parse(row.outline)) };
  const outline = await buildOutline(source);
  await storeOutline(sql, hash, outline);
  return { source, outline };
}

/** A value in memory as a stored one. */
export async function outlinedText(text: string): Promise<OutlinedPayload> {
  const source = sourceOfText(text);
  return { source, outline: await buildOutline(source) };
}

function sourceOfBlob(blobs: BlobStore, { hash, bytes }: { hash: string; bytes: number }): ByteSource {
  return {
    bytes,
    read: async (from, to) => {
      const part = await blobs.read(hash, from, to);
      if (part?.length !== to - from) throw notInStorage(hash);
      return part;
    },
  };
}

async function storeOutline(sql: Sql, hash: string, outline: Outline): Promise<void> {
  await rowsOf(sql)
    .update(payloads)
    .set({ outline: JSON.stringify(outline) })
    .where(eq(payloads.hash, hash));
}
