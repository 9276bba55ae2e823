import type { Sql } from 'postgres';
import { between } from '../failpoint';
import { type Claim, claimKey } from './journal';
import { retrying } from './retry';

/** Renews leases; returns, by claim key, how many commands each run that is still owned has received. */
export async function renewLeases(
  sql: Sql,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Map<string, number>> {
  const rows = await retrying(() =>
    between(
      'renew',
      () => sql<{ runId: string; epoch: number; commandCount: number }[]>`
      with held as (
        select r.id, r.epoch from runs r
        join unnest(
          ${claims.map((claim) => claim.runId)}::text[], ${claims.map((claim) => claim.owner)}::text[],
          ${claims.map((claim) => claim.epoch)}::int[]
        ) as c(id, owner, epoch) on c.id = r.id
        where r.owner = c.owner and r.epoch = c.epoch
        order by r.id for no key update of r
      )
      update runs r set lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from held h where r.id = h.id
      returning r.id as "runId", r.epoch, r.command_count + (
        select count(*) from runs w where w.id = r.chunk_of and w.finished_at is not null
      )::int as "commandCount"`,
    ),
  );
  return new Map(rows.map((row) => [claimKey(row), row.commandCount]));
}

/**
 * Releases a run until `wakeAt`, or until a command when that is undefined. A command after `seenCommands` makes it
 * claimable immediately. Its crash count is reset, unless it is parked because of its crashes. @returns whether it is claimable
 */
export async function parkRun(
  sql: Sql,
  claim: Claim,
  options: { wakeAt: string | undefined; seenCommands: number; keepsCrashes?: boolean },
): Promise<boolean> {
  const [row] = await retrying(() =>
    between(
      'park',
      () => sql<{ isDue: boolean }[]>`
      update runs set
        owner = null, lease_until = null,
        crash_count = case when ${options.keepsCrashes ?? false} then crash_count else 0 end,
        wake_at = case
          when command_count > ${options.seenCommands} then now()
          else ${options.wakeAt ?? null}::text::timestamptz
        end
      where id = ${claim.runId} and owner = ${claim.owner} and epoch = ${claim.epoch}
      returning coalesce(wake_at <= now(), false) as "isDue"`,
    ),
  );
  return row?.isDue ?? false;
}

/**
 * Disowns the runs whose leases a live worker lost: releases those that no worker has claimed yet, and subtracts the crash
 * that was counted for the others. Idempotent.
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

/** Releases all runs of this worker, claimable immediately. */
export async function releaseAll(sql: Sql, owner: string): Promise<void> {
  await retrying(() =>
    between(
      'release',
      () => sql`
      with held as (select id from runs where owner = ${owner} order by id for no key update),
      released as (
        update runs r set owner = null, lease_until = null, wake_at = now(), crash_count = 0 from held h where r.id = h.id
        returning r.id
      )
      select pg_notify('run_queue', '') from released limit 1`,
    ),
  );
}

/**
 * Ends every lease: correct only for a database that no other process can have open. The owner of a lease has died, since
 * an orderly shutdown releases all runs.
 */
export async function endAllLeases(sql: Sql): Promise<void> {
  await sql`
    update runs set
      owner = null, lease_until = null, wake_at = now(), crash_count = least(crash_count + 1, 32767),
      crashed_epoch = epoch
    where owner is not null and driver = 'sql'`;
}
