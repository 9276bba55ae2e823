import type { RateLimit } from '@/lib/contracts/deployments';
import type { Queries } from '../db/rows';
import { levelled } from './limit-levels';

/** Who set a limit. */
interface LimitOrigin {
  readonly runId?: string | null;
  readonly step?: string | null;
}

/**
 * Sets the limit of a deployment. The bucket keeps its tokens up to the new capacity; a window of the same length keeps
 * its count. Hand-written SQL: it locks the limit and computes its level at the time of the database with the expression
 * of `levelled`, which it shares with the admission of requests.
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
