import type { PendingQuery, Row } from 'postgres';
import type { Queries } from '../db/rows';

const windowMicros = (sql: Queries) => sql`
  (case time_window when 'second' then 1e6 when 'minute' then 6e7 else 3.6e9 end)::float8`;

/**
 * Rows with the level of their limit at `now`, which is one of their columns. The arithmetic is that of `levelAt`. For a `with`
 * of a statement that locks the rows.
 */
export function levelled(sql: Queries, rows: PendingQuery<Row[]>) {
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
