import { and, eq, inArray, or } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { payloads, runPayloads, runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import type { BlobStore } from '../adapters/blobs/blob-store';
import { isAny, rowsOf } from '../db/rows';
import { eventLines, parseEvent } from './event-lines';
import type { PayloadRecord, StoredPayload } from './event-payloads';
import { missingValue } from './missing';
import { placeOf, valueAt } from './slim-events';

/** The stores of large values. */
export interface PayloadSource {
  readonly sql: Sql;
  readonly blobs: BlobStore;
}

/** A payload to which the run or one of its chunks refers; undefined when none refers to this hash. */
export async function payloadOfRun(
  { sql, blobs }: PayloadSource,
  runId: string,
  hash: string,
): Promise<StoredPayload | undefined> {
  const row = await payloadRow(sql, runId, hash);
  return row && { hash: row.hash, bytes: row.bytes, body: await bodyOf(row, blobs) };
}

/** The row of a payload to which the run or one of its chunks refers. */
export async function payloadRow(sql: Sql, runId: string, hash: string) {
  const db = rowsOf(sql);
  const chunks = db.select({ id: runs.id }).from(runs).where(eq(runs.chunkOf, runId));
  const [row] = await db
    .select({ hash: payloads.hash, bytes: payloads.bytes, body: payloads.body, outline: payloads.outline })
    .from(payloads)
    .innerJoin(runPayloads, eq(runPayloads.hash, payloads.hash))
    .where(
      and(eq(runPayloads.hash, hash), or(eq(runPayloads.runId, runId), inArray(runPayloads.runId, chunks))),
    )
    .limit(1);
  return row;
}

/** A value that a snapshot refers to by its position in the journal; undefined for any other reference. */
export async function payloadInEvent(
  sql: Sql,
  runId: string,
  reference: string,
): Promise<StoredPayload | undefined> {
  const place = placeOf(reference);
  if (!place) return undefined;
  const [line] = await eventLines(sql, runId, place.seq - 1, 1);
  if (line?.seq !== place.seq) return undefined;
  const value = valueAt(parseEvent(line), place.index);
  if (value === undefined) return undefined;
  const body = JSON.stringify(value);
  return { hash: reference, bytes: Buffer.byteLength(body), body };
}

/** Stored values by hash. */
export async function payloadValues(
  { sql, blobs }: PayloadSource,
  hashes: readonly string[],
): Promise<Map<string, Json>> {
  if (hashes.length === 0) return new Map();
  const rows = await storedBodies(sql, hashes);
  const values = new Map<string, Json>();
  // Sequentially: each may be large.
  for (const row of rows) values.set(row.hash, JSON.parse(await bodyOf(row, blobs)));
  return values;
}

/**
 * Values as JSON text, in order: loaded ones serialised, others as stored.
 * @throws Error when one is missing
 */
export async function payloadBodies(
  { sql, blobs }: PayloadSource,
  values: readonly Payload[],
): Promise<string[]> {
  const hashes = values.flatMap((payload) => ('ref' in payload ? [payload.ref] : []));
  const rows = await storedBodies(sql, hashes);
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  const bodies: string[] = [];
  for (const payload of values) {
    if ('value' in payload) bodies.push(JSON.stringify(payload.value));
    else {
      const row = byHash.get(payload.ref);
      if (!row) throw missingValue(payload.ref);
      bodies.push(await bodyOf(row, blobs));
    }
  }
  return bodies;
}

function storedBodies(sql: Sql, hashes: readonly string[]): Promise<Pick<PayloadRecord, 'hash' | 'body'>[]> {
  return rowsOf(sql)
    .select({ hash: payloads.hash, body: payloads.body })
    .from(payloads)
    .where(isAny(payloads.hash, hashes));
}

async function bodyOf(
  { hash, body }: Pick<PayloadRecord, 'hash' | 'body'>,
  blobs: BlobStore,
): Promise<string> {
  if (body !== null) return body;
  const content = await blobs.get(hash);
  if (content) return Buffer.from(content).toString('utf8');
  throw notInStorage(hash);
}

/** The error for a value whose text is missing in the blob store. */
export function notInStorage(hash: string): Error {
  return new Error(
    `The value ${hash} is not in the file storage. Check FILES_URL, or restore the storage from a backup.`,
  );
}
