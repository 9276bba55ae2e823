import { createHash } from 'node:crypto';
import type { ServiceContext } from '@/lib/server/services/context';
import { buildOutline } from '@/lib/server/store/outline/build';
import { sourceOfText } from '@/lib/server/store/outline/byte-source';

const VALUE_BYTES = 100_000_000;
const ROW = { name: 'x'.repeat(60), tags: ['a', 'b'], size: 12.5, ok: true };

/** A stored output, and what its outline took. */
export interface StoredOutput {
  readonly hash: string;
  readonly rows: number;
  readonly outlineMs: number;
  readonly outlineBytes: number;
}

/**
 * Stores an output of 100 MB as a run would.
 * @param changed fractions of its rows, between 0 and 1, that have another value
 */
export async function storeLargeOutput(
  { sql, blobs }: Pick<ServiceContext, 'sql' | 'blobs'>,
  runId: string,
  changed: readonly number[] = [],
): Promise<StoredOutput> {
  const [row, other] = [JSON.stringify(ROW), JSON.stringify({ ...ROW, ok: false })];
  const rows = Math.floor(VALUE_BYTES / (row.length + 1));
  const different = new Set(changed.map((fraction) => Math.floor(fraction * rows)));
  const items = Array.from({ length: rows }, (_, at) => (different.has(at) ? other : row));
  const text = `{"rows":[${items.join(',')}],"total":${rows}}`;
  const hash = createHash('sha256').update(text).digest('hex');
  await blobs.put(hash, Buffer.from(text));
  const source = sourceOfText(text);
  const start = performance.now();
  const outline = JSON.stringify(await buildOutline(source));
  const outlineMs = performance.now() - start;
  await sql`insert into payloads (hash, bytes, body, outline) values (${hash}, ${source.bytes}, null, ${outline})`;
  await sql`insert into run_payloads (run_id, hash) values (${runId}, ${hash})`;
  return { hash, rows, outlineMs, outlineBytes: outline.length };
}
