import type { Sql } from 'postgres';
import type { PayloadRecord } from './event-payloads';
import { retryWhile } from './retry';

/** Values that together are larger go ahead of the event that refers to them. Bytes of JSON text. */
export const AHEAD_BYTES = 1_000_000;

/** A value whose text is in its row. */
type RowPayload = PayloadRecord & { readonly body: string };

/**
 * Stores values in the name of a run before any event refers to them, a megabyte at a time: a long list in one statement
 * would be in memory several times over, and hold up every other run's events. Answers those that are left for the
 * statement of the event. Doing it twice is doing it once.
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

/** Stores values in the name of a run, before any event refers to them. Doing it twice is doing it once. */
export function storePayloads(sql: Sql, runId: string, payloads: readonly PayloadRecord[]) {
  return sql`
    with kept as (
      insert into payloads (hash, bytes, body)
      select * from unnest(
        ${payloads.map((p) => p.hash)}::text[], ${payloads.map((p) => p.bytes)}::int[],
        ${payloads.map((p) => p.body)}::text[]
      ) as p(hash, bytes, body)
      order by 1
      on conflict (hash) do update set created_at = now()
      returning hash
    )
    insert into run_payloads (run_id, hash) select ${runId}, hash from kept
    on conflict do nothing`;
}
