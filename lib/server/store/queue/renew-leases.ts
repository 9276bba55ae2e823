import type { Sql } from 'postgres';
import type { runs } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';
import { between } from '../../failpoint';
import { type Claim, claimKey } from '../journal';
import { retrying } from '../retry';

/**
 * Renews leases; returns, by claim key, how many commands each run that is still owned has received. Hand-written SQL: it
 * locks the runs in the order of their ids, as every statement that updates several runs.
 */
export async function renewLeases(
  sql: Sql,
  claims: readonly Claim[],
  leaseMs: number,
): Promise<Map<string, number>> {
  const rows = await retrying(() =>
    between(
      'renew',
      () => sql<(Pick<Claim, 'runId' | 'epoch'> & Pick<RowOf<typeof runs>, 'commandCount'>)[]>`
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
