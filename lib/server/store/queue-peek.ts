import type { Sql, TransactionSql } from 'postgres';

/** A pool, or a transaction of one. */
export type Queries = Sql | TransactionSql;

/** The worker that looks. */
export interface PeekOptions {
  readonly owner: string;
  /** Runs the worker leases. Any other run that it owns was claimed by a statement whose response was lost. */
  readonly leased: readonly string[];
}

/** What there is to be claimed. */
interface QueuePeek {
  readonly limited: boolean;
  readonly other: boolean;
  readonly leaseEndsIn: number | null;
}

/** A glance at whether there is anything at all: most of the time there is not. */
export async function peekClaimable(sql: Sql, { owner, leased }: PeekOptions): Promise<QueuePeek> {
  const [peek] = await sql<QueuePeek[]>`
    select
      (select id from runs where ${isLimited(sql)} order by pipeline_id limit 1) is not null as limited,
      coalesce(
        (select r.id from runs r where ${isStartable(sql)} and r.wake_at <= now()
          order by r.priority, r.pipeline_id limit 1),
        (
          select id from runs where status in ('running', 'waiting') and owner is null and driver = 'sql'
            and crash_count < 2 and wake_at <= now() order by wake_at limit 1
        ),
        (
          select id from runs where status in ('pending', 'running', 'waiting') and owner is null and driver = 'sql'
            and crash_count >= 2 and wake_at <= now() order by wake_at limit 1
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

/** Conditions are those of the indexes in `drizzle/schema/runs`, word for word. */
export function isStartable(sql: Queries) {
  return sql`r.status = 'pending' and r.owner is null and r.driver = 'sql' and r.crash_count < 2
    and (r.concurrency = 0 or r.cancel_requested)`;
}

/** Runs that count the others of their pipeline before they begin. */
export function isLimited(sql: Queries) {
  return sql`status = 'pending' and owner is null and driver = 'sql' and concurrency > 0 and not cancel_requested`;
}
