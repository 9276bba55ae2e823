import type { PendingQuery, Row, Sql } from 'postgres';
import type { deploymentLimits } from '@/drizzle/schema';
import type { RateLimit } from '@/lib/contracts/deployments';
import type { RowOf } from '../db/rows';
import { levelled } from './limit-levels';

/** A limit and its level when a statement admitted requests. */
export interface AdmittedBatch {
  readonly rule: Pick<RateLimit, 'rate_limit' | 'time_window' | 'algorithm' | 'burst'>;
  /** Time of the statement, in microseconds since 1970. */
  readonly at: number;
  /** The level before these requests: `LimitLevel` of `gateway/limit/algorithm.ts`. */
  readonly level: number;
}

/** The returned columns of a limit; microseconds are text from PostgreSQL. */
interface BatchRow extends Pick<RowOf<typeof deploymentLimits>, 'algorithm' | 'burst'> {
  readonly rate_limit: RowOf<typeof deploymentLimits>['rateLimit'];
  readonly time_window: RowOf<typeof deploymentLimits>['timeWindow'];
  readonly at_micros: string;
  readonly level: number;
}

/**
 * Admits requests in one statement: as many as the limit allows, at the time of the database. The lock on the row
 * serialises the statements of all gateway processes. Undefined when the deployment has no limit.
 *
 * The commit does not wait for the disk: after a crash of the database, the last requests may not be counted.
 * Hand-written SQL: it locks the limit, computes its level and admits in one round trip.
 * @param now the time in tests @default the clock of the database
 */
export async function admitBatch(
  sql: Sql,
  deploymentId: string,
  wanted: number,
  now: PendingQuery<Row[]> = sql`clock_timestamp()`,
): Promise<AdmittedBatch | undefined> {
  const [row] = await sql<BatchRow[]>`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    locked as materialized (
      select l.* from deployment_limits l, relaxed
      where l.deployment_id = ${deploymentId} and l.enabled for update of l
    ),
    timed as materialized (select *, ${now} as now from locked),
    levels as materialized (${levelled(sql, sql`select * from timed`)}),
    taken as materialized (select *, least(${wanted}::float8, floor(level)) as taking from levels)
    update deployment_limits l set
      refilled_at = t.at,
      tokens = case when t.algorithm = 'token_bucket' then t.level - t.taking else t.tokens end,
      window_number = case when t.algorithm = 'fixed_window' then t.number else t.window_number end,
      admitted = case
        when t.algorithm = 'fixed_window' then (t.rate_limit - t.level + t.taking)::int else t.admitted
      end
    from taken t where l.deployment_id = t.deployment_id
    returning t.rate_limit, t.time_window, t.algorithm, t.burst, t.at_micros, t.level`;
  if (!row) return undefined;
  const { at_micros: at, level, burst, ...rule } = row;
  return { rule: { ...rule, ...(burst !== null && { burst }) }, at: Number(at), level };
}
