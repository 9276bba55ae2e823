import type { Sql } from 'postgres';
import { isIsolated, isLimited, isStartable, isWaking } from '@/drizzle/predicates';
import { where } from '../where';

/** The id of the worker. */
export interface PeekOptions {
  readonly owner: string;
  /** Runs the worker leases. Any other run that it owns was claimed by a statement whose response was lost. */
  readonly leased: readonly string[];
}

/** What can be claimed. */
interface QueuePeek {
  readonly limited: boolean;
  readonly other: boolean;
  readonly leaseEndsIn: number | null;
}

/**
 * Checks cheaply whether anything can be claimed. Hand-written SQL: every poll sends it, and each part ends at the first entry
 * of an index.
 */
export async function peekClaimable(sql: Sql, { owner, leased }: PeekOptions): Promise<QueuePeek> {
  const [peek] = await sql<QueuePeek[]>`
    select
      (select id from runs where ${where(sql, isLimited)} order by pipeline_id limit 1) is not null as limited,
      coalesce(
        (select r.id from runs r where ${where(sql, isStartable, 'r')} and r.wake_at <= now()
          order by r.priority, r.pipeline_id limit 1),
        (
          select id from runs where ${where(sql, isWaking)} and wake_at <= now() order by wake_at limit 1
        ),
        (
          select id from runs where ${where(sql, isIsolated)} and wake_at <= now() order by wake_at limit 1
        ),
        (
          select id from runs where owner is not null
            and (lease_until < now() or owner = ${owner} and id <> all(${[...leased]}::text[]))
          order by lease_until limit 1
        )
      ) is not null as other,
      (
        select (extract(epoch from lease_until - now()) * 1000)::float8 from runs
        where owner is not null and owner <> ${owner} and lease_until >= now() order by lease_until limit 1
      ) as "leaseEndsIn"`;
  return peek ?? { limited: false, other: false, leaseEndsIn: null };
}
