import type { Sql } from 'postgres';
import type { Claim } from '../journal';
import { retrying } from '../retry';

/**
 * Disowns the runs whose leases a live worker lost: releases those that no worker has claimed yet, and subtracts the crash
 * that was counted for the others. Idempotent. Hand-written SQL: it locks the runs in the order of their ids.
 */
export async function disownRuns(sql: Sql, claims: readonly Claim[]): Promise<void> {
  await retrying(
    () => sql`
      with lost as (
        select r.id, r.owner is not distinct from c.owner and r.epoch = c.epoch as is_free
        from runs r
        join unnest(
          ${claims.map((claim) => claim.runId)}::text[], ${claims.map((claim) => claim.owner)}::text[],
          ${claims.map((claim) => claim.epoch)}::int[]
        ) as c(id, owner, epoch) on c.id = r.id
        where r.owner = c.owner and r.epoch = c.epoch or r.crashed_epoch = c.epoch
        order by r.id for no key update of r
      ),
      disowned as (
        update runs r set
          owner = case when l.is_free then null else r.owner end,
          lease_until = case when l.is_free then null else r.lease_until end,
          wake_at = case when l.is_free then now() else r.wake_at end,
          crash_count = case when l.is_free then r.crash_count else greatest(0, r.crash_count - 1) end,
          crashed_epoch = case when l.is_free then r.crashed_epoch end
        from lost l where r.id = l.id
        returning l.is_free
      )
      select pg_notify('run_queue', '') from disowned where is_free limit 1`,
  );
}
