import type { Sql } from 'postgres';
import { between } from '../failpoint';
import { type Claim, claimKey } from './journal';
import { retrying } from './retry';

/** A run that was just claimed. */
export interface ClaimedRun extends Claim {
  readonly pipelineId: string;
  readonly version: number;
}

interface ClaimOptions {
  readonly owner: string;
  readonly leaseMs: number;
  readonly limit: number;
}

/**
 * Takes up to `limit` runs that may go on: those nobody owns whose time has come, and those whose owner's lease has
 * run out. A run that has not begun also waits for its pipeline's `concurrency`. Only the database's clock counts.
 */
export async function claimRuns(sql: Sql, options: ClaimOptions): Promise<ClaimedRun[]> {
  const rows = await retrying(() => between('claim', () => claimFree(sql, options)));
  const claims = rows.flatMap(({ hasLimited: _, ...claim }) => (claim.runId === null ? [] : [claim]));
  const limit = options.limit - claims.length;
  if (limit === 0 || !rows.some(({ hasLimited }) => hasLimited)) return claims;
  return [
    ...claims,
    ...(await retrying(() => between('claim', () => claimLimited(sql, { ...options, limit })))),
  ];
}

type FreeRow = (ClaimedRun & { hasLimited: false }) | { runId: null; hasLimited: true };

/** Runs that need not count others; the last row only says that there are runs which must. */
function claimFree(sql: Sql, { owner, leaseMs, limit }: ClaimOptions) {
  return sql<FreeRow[]>`
      with ready as (
        select id from runs
        where owner is null and status in ('pending', 'running', 'waiting') and wake_at <= now()
          and (concurrency = 0 or status <> 'pending' or cancel_requested)
        order by wake_at limit ${limit} for no key update skip locked
      ),
      dead as (
        select id from runs where owner is not null and lease_until < now()
        order by lease_until limit ${limit} for no key update skip locked
      ),
      chosen as (select id from dead union all select id from ready limit ${limit}),
      taken as (
        update runs r
        set owner = ${owner}, epoch = r.epoch + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond'
        from chosen c where r.id = c.id
        returning r.id, r.owner, r.epoch, r.pipeline_id, r.version
      )
      select id as "runId", owner, epoch, pipeline_id as "pipelineId", version, false as "hasLimited" from taken
      union all
      select null, null, null, null, null, true where exists (
        select from runs
        where owner is null and status = 'pending' and concurrency > 0 and not cancel_requested and wake_at <= now()
      )`;
}

/** The advisory lock under which runs are counted; any number does, if it never changes. */
const COUNTING_LOCK = 4713;

/** Runs that begin only while few enough of their pipeline are under way: one worker at a time counts and takes. */
function claimLimited(sql: Sql, { owner, leaseMs, limit }: ClaimOptions): Promise<ClaimedRun[]> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${COUNTING_LOCK})`;
    return tx<ClaimedRun[]>`
      with queued as (
        select id, pipeline_id, concurrency, row_number() over (partition by pipeline_id order by number) as place
        from runs
        where owner is null and status = 'pending' and concurrency > 0 and not cancel_requested and wake_at <= now()
      ),
      fitting as (
        select q.id from queued q
        where q.place <= q.concurrency - (
          select count(*) from runs o
          where o.pipeline_id = q.pipeline_id and o.status in ('pending', 'running', 'waiting')
            and (o.status <> 'pending' or o.owner is not null)
        )
        limit ${limit}
      ),
      chosen as (
        select r.id from runs r join fitting f on f.id = r.id
        where r.owner is null order by r.id for no key update of r skip locked
      )
      update runs r
      set owner = ${owner}, epoch = r.epoch + 1, lease_until = now() + ${leaseMs} * interval '1 millisecond'
      from chosen c where r.id = c.id
      returning r.id as "runId", r.owner, r.epoch, r.pipeline_id as "pipelineId", r.version`;
  });
}

/** Prolongs leases; answers, by claim key, how many commands each run that is still owned has been given. */
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
      returning r.id as "runId", r.epoch, r.command_count as "commandCount"`,
    ),
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
  const [row] = await retrying(() =>
    between(
      'park',
      () => sql<{ isDue: boolean }[]>`
      update runs set
        owner = null, lease_until = null,
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

/** Gives back everything this worker owns, to be claimed at once by whoever is there. */
export async function releaseAll(sql: Sql, owner: string): Promise<void> {
  await retrying(() =>
    between(
      'release',
      () => sql`
      with held as (select id from runs where owner = ${owner} order by id for no key update),
      released as (
        update runs r set owner = null, lease_until = null, wake_at = now() from held h where r.id = h.id
        returning r.id
      )
      select pg_notify('run_queue', '') from released limit 1`,
    ),
  );
}

/** Ends every lease: right only for a database that nobody else can have open. */
export async function endAllLeases(sql: Sql): Promise<void> {
  await sql`update runs set owner = null, lease_until = null, wake_at = now() where owner is not null`;
}
