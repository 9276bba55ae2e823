import type { Sql } from 'postgres';
import type { Json } from '@/engine/json';
import type { StoredPayload } from './event-payloads';

/** A payload that this run refers to; undefined when it refers to none of this hash. */
export async function payloadOfRun(
  sql: Sql,
  runId: string,
  hash: string,
): Promise<StoredPayload | undefined> {
  const [row] = await sql<StoredPayload[]>`
    select p.hash, p.bytes, p.body from payloads p join run_payloads l on l.hash = p.hash
    where l.run_id = ${runId} and l.hash = ${hash}`;
  return row;
}

/** Values by hash, as far as they are stored. */
export async function payloadValues(sql: Sql, hashes: readonly string[]): Promise<Map<string, Json>> {
  if (hashes.length === 0) return new Map();
  const rows = await sql<{ hash: string; body: string }[]>`
    select hash, body from payloads where hash = any(${[...hashes]}::text[])`;
  return new Map(rows.map((row) => [row.hash, JSON.parse(row.body)]));
}
