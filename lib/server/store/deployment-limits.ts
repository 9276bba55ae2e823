import type { PendingQuery, Row, Sql } from 'postgres';
import type { RateLimit } from '@/lib/contracts/deployments';
import type { Queries } from '../db/rows';

/** A limit and its level when a statement admitted requests. */
export interface AdmittedBatch {
  readonly rule: Pick<RateLimit, 'rate_limit' | 'time_window' | 'algorithm' | 'burst'>;
  /** Time of the statement, in microseconds since 1970. */
  readonly at: number;
  /** What was left before these requests: `LimitLevel` of `gateway/limit/algorithm.ts`. */
  readonly level: number;
}

interface BatchRow {
  readonly rate_limit: number;
  readonly time_window: RateLimit['time_window'];
  readonly algorithm: RateLimit['algorithm'];
  readonly burst: number | null;
  readonly at_micros: string;
  readonly level: number;
}

const windowMicros = (sql: Queries) => sql`
  (case time_window when 'second' then 1e6 when 'minute' then 6e7 else 3.6e9 end)::float8`;

/** Rows with the level of their limit at `now`, which is one of their columns. The arithmetic is that of `levelAt`. */
function levelled(sql: Queries, rows: PendingQuery<Row[]>) {
  return sql`
    select *, case
      when algorithm = 'fixed_window' then
        greatest(0, rate_limit - case when window_number = number then admitted else 0 end)::float8
      when tokens is null or refilled_at is null then capacity
      else least(capacity, (
        floor(tokens * window_micros + 0.5) + greatest(0, at_micros - refilled_micros)::float8 * rate_limit
      ) / window_micros)
    end as level
    from (
      select *, floor(at_micros / window_micros)::bigint as number from (
        select *, (extract(epoch from at) * 1000000)::bigint as at_micros,
          (extract(epoch from refilled_at) * 1000000)::bigint as refilled_micros,
          coalesce(burst, rate_limit)::float8 as capacity, ${windowMicros(sql)} as window_micros
        from (
          select *, case
            when refilled_at > now and refilled_at <= now + interval '10 seconds' then refilled_at else now
          end as at from (${rows}) as given
        ) as timed
      ) as measured
    ) as numbered`;
}

/**
 * Admits requests in one statement: as many of the wanted ones as the limit allows, at the database's time. The lock
 * on the row makes the statements of all gateway processes follow one another, each at the time of its turn. Undefined
 * when the deployment has no limit.
 *
 * The commit does not wait for the disk: after a crash of the database, the last requests may be forgotten.
 * @param now the time, for tests; the database's clock otherwise
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

/** Who set a limit. */
interface LimitOrigin {
  readonly runId?: string | null;
  readonly step?: string | null;
}

/**
 * Sets the limit of a deployment. The bucket keeps its tokens up to the new capacity; a window of the same length keeps
 * its count.
 */
export async function putLimit(
  sql: Queries,
  deploymentId: string,
  limit: RateLimit,
  { runId = null, step = null }: LimitOrigin = {},
): Promise<void> {
  const { rate_limit: rate, time_window: window, algorithm, burst = null, enabled } = limit;
  await sql`
    with locked as materialized (
      select * from deployment_limits where deployment_id = ${deploymentId} for update
    ),
    timed as materialized (select *, clock_timestamp() as now from locked),
    before as materialized (${levelled(sql, sql`select * from timed`)})
    insert into deployment_limits
      (deployment_id, rate_limit, time_window, algorithm, burst, enabled, run_id, step, tokens, refilled_at)
    values (
      ${deploymentId}, ${rate}, ${window}, ${algorithm}, ${burst}, ${enabled}, ${runId}, ${step},
      (select least(level, ${burst ?? rate}) from before where algorithm = 'token_bucket'),
      (select at from before)
    )
    on conflict (deployment_id) do update set
      rate_limit = excluded.rate_limit, time_window = excluded.time_window, algorithm = excluded.algorithm,
      burst = excluded.burst, enabled = excluded.enabled, run_id = excluded.run_id, step = excluded.step,
      tokens = excluded.tokens, refilled_at = excluded.refilled_at,
      window_number = case
        when deployment_limits.time_window = excluded.time_window then deployment_limits.window_number
      end,
      updated_at = now()`;
}
