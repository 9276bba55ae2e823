import type { Queries } from '../db/rows';
import type { PayloadRecord } from './event-payloads';

/** How long a value may be without a reference before the sweep of payloads removes it, in minutes. */
export const GRACE_MINUTES = 60;

/** Age from which a stored value is renewed when it is stored again, in minutes: well below the above. */
const RENEWAL_MINUTES = 30;

/**
 * Stores values once for each hash, for a `with` of the statement that refers to them. It locks what is stored already, in the
 * order of the hashes, and renews its age, so that the sweep of payloads leaves it. Hand-written SQL, as the statements that
 * use it.
 */
export function insertPayloads(sql: Queries, payloads: readonly PayloadRecord[]) {
  return sql`
    insert into payloads (hash, bytes, body, outline)
    select * from unnest(
      ${payloads.map((p) => p.hash)}::text[], ${payloads.map((p) => p.bytes)}::int[],
      ${payloads.map((p) => p.body)}::text[], ${payloads.map((p) => p.outline ?? null)}::text[]
    ) as p(hash, bytes, body, outline)
    order by 1
    on conflict (hash) do update set created_at = now()`;
}

/**
 * As `insertPayloads`; writes only to rows whose age is due for renewal. A row that it skips is locked, and younger than the
 * sweep of payloads removes.
 */
export function insertOrRenewPayloads(sql: Queries, payloads: readonly PayloadRecord[]) {
  return sql`${insertPayloads(sql, payloads)} where payloads.created_at < now() - ${RENEWAL_MINUTES} * interval '1 minute'`;
}
