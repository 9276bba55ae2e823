import type { Sql } from 'postgres';
import type { PayloadRecord } from './event-payloads';
import { insertPayloads } from './insert-payloads';
import { retryWhile } from './retry';

/** Above this total, values are stored before the event that refers to them. Bytes of JSON text. */
export const AHEAD_BYTES = 1_000_000;

/** A value whose text is in its row. */
type RowPayload = PayloadRecord & { readonly body: string };

/**
 * Stores values for a run before any event refers to them, a megabyte at a time: one statement with a long
 * list would copy it several times in memory and delay the events of other runs. Returns the values left for
 * the statement of the event. Idempotent.
 */
export async function storeAhead(
  sql: Sql,
  runId: string,
  payloads: readonly PayloadRecord[],
  isWanted: () => boolean,
): Promise<readonly PayloadRecord[]> {
  const inRows = payloads.filter((each): each is RowPayload => each.body !== null);
  if (bytesOf(inRows) <= AHEAD_BYTES) return payloads;
  const different = [...new Map(inRows.map((each) => [each.hash, each])).values()];
  for (const portion of portions(different)) {
    await retryWhile(() => storePayloads(sql, runId, portion), isWanted);
  }
  return payloads.filter(({ body }) => body === null);
}

function bytesOf(payloads: readonly PayloadRecord[]): number {
  return payloads.reduce((sum, { bytes }) => sum + bytes, 0);
}

function* portions(payloads: readonly RowPayload[]): Generator<readonly RowPayload[]> {
  let portion: RowPayload[] = [];
  for (const payload of payloads) {
    if (portion.length > 0 && bytesOf(portion) + payload.bytes > AHEAD_BYTES) {
      yield portion;
      portion = [];
    }
    portion.push(payload);
  }
  yield portion;
}

/**
 * Stores values for a run before any event refers to them. Idempotent. Hand-written SQL: it locks the values in the order of
 * their hashes, and stores and links them in one round trip.
 */
export function storePayloads(sql: Sql, runId: string, payloads: readonly PayloadRecord[]) {
  return sql`
    with kept as (
      ${insertPayloads(sql, payloads)} returning hash
    )
    insert into run_payloads (run_id, hash) select ${runId}, hash from kept
    on conflict do nothing`;
}
