import type { Sql } from 'postgres';
import { type Claim, claimKey } from './journal';
import { retrying } from './retry';

/** A run that was just claimed. */
export interface ClaimedRun extends Claim {
  readonly pipelineId: string;
  readonly version: number;
}

/**
 * Takes up to `limit` runs that may go on: those nobody owns whose time has come, and those whose owner's lease has
 * run out. Only the database's clock counts.
 */
export async function claimRuns(
  sql: Sql,
  options: { owner: string; leaseMs: number; limit: number },
): Promise<ClaimedRun[]> {
  const { owner, leaseMs, limit } = options;
  return retrying(
    () => sql<ClaimedRun[]>`
      with ready as (
        select id from runs
        where owner is null and status in ('pending', 'running', 'waiting') and wake_at <= now()
        order by wake_at limit ${limit} for no key update skip locked
      ),
      dead as (
        select id from runs where owner is not null and lease_until < now()
        order by lease_until limit ${limit} for no key update skip locked
      ),
      chosen as (select id from dead union all select id from ready limit ${limit})
      update runs r
      set owner = ${owner}, epoch = r.epoch + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from chosen c where r.id = c.id
      returning r.id as "runId", r.owner, r.epoch, r.pipeline_id as "pipelineId", r.version`,
  );
}

/** Prolongs leases; answers, by claim key, how many commands each run that is still owned has been given. */
export async function renewLeases(
  sql: Sql,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Map<string, number>> {
  const rows = await retrying(
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
      returning r.id as "runId", r.epoch, r.command_count as "commandCount"`,
  );
  return new Map(rows.map((row) => [claimKey(row), row.commandCount]));
}

/**
 * Gives a run back until `wakeAt`, or until a command when that is undefined. A command that came after `seenCommands`
 * were read makes it claimable at once; answers whether it is.
 */
export async function parkRun(
  sql: Sql,
  claim: Claim,
  options: { wakeAt: string | undefined; seenCommands: number },
): Promise<boolean> {
  const [row] = await retrying(
    () => sql<{ isDue: boolean }[]>`
      update runs set
        owner = null, lease_until = null,
        wake_at = case
          when command_count > ${options.seenCommands} then now()
          else ${options.wakeAt ?? null}::text::timestamptz
        end
      where id = ${claim.runId} and owner = ${claim.owner} and epoch = ${claim.epoch}
      returning coalesce(wake_at <= now(), false) as "isDue"`,
  );
  return row?.isDue ?? false;
}

/** Gives back everything this worker owns, to be claimed at once by whoever is there. */
export async function releaseAll(sql: Sql, owner: string): Promise<void> {
  await retrying(
    () => sql`
      with held as (select id from runs where owner = ${owner} order by id for no key update),
      released as (
        update runs r set owner = null, lease_until = null, wake_at = now() from held h where r.id = h.id
        returning r.id
      )
      select pg_notify('run_queue', '') from released limit 1`,
  );
}

/** Ends every lease: right only for a database that nobody else can have open. */
export async function endAllLeases(sql: Sql): Promise<void> {
  await sql`update runs set owner = null, lease_until = null, wake_at = now() where owner is not null`;
}
