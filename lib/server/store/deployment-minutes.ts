import { and, gt, lt, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { deploymentMinutes } from '@/drizzle/schema';
import { isAny, type RowOf, rowsOf } from '../db/rows';

/** Days for which minutes are stored. */
const KEEP_DAYS = 7;

/** Measurements of one gateway process of a deployment in one minute. */
export interface DeploymentMinute extends Omit<RowOf<typeof deploymentMinutes>, 'gatewayId' | 'minute'> {
  readonly minute: Date;
}

/** Measurements of one or more minutes. */
export type DeploymentStep = Pick<
  DeploymentMinute,
  'deploymentId' | 'minute' | 'requests' | 'limited' | 'failed' | 'latencies'
>;

/**
 * Writes minutes of a process; a minute that was written before is replaced. Minutes of deleted deployments are left out.
 * Hand-written SQL: one statement for any number of deployments, while drizzle needs a transaction that first locks the
 * existing ones. Measured in one process, shortest of 80: 1.2 ms for 60 deployments, with drizzle 5.4 ms.
 */
export async function saveMinutes(
  sql: Sql,
  gatewayId: string,
  minutes: readonly DeploymentMinute[],
): Promise<void> {
  await sql`
    insert into deployment_minutes
      (deployment_id, minute, gateway_id, requests, limited, failed, in_flight, queued, ready, latencies,
       keys)
    select m."deploymentId", m.minute, ${gatewayId}, m.requests, m.limited, m.failed, m."inFlight", m.queued,
      m.ready, m.latencies, m.keys
    from json_to_recordset(${JSON.stringify(minutes)}::text::json) as m(
      "deploymentId" text, minute timestamptz, requests int, limited int, failed int, "inFlight" int, queued int,
      ready int, latencies json, keys json)
    join deployments d on d.id = m."deploymentId"
    on conflict (deployment_id, minute, gateway_id) do update set
      requests = excluded.requests, limited = excluded.limited, failed = excluded.failed,
      in_flight = excluded.in_flight, queued = excluded.queued, ready = excluded.ready,
      latencies = excluded.latencies, keys = excluded.keys`;
}

/** Minutes of deployments of the last seconds, of all processes, oldest first. */
export async function readMinutes(
  sql: Sql,
  deploymentIds: readonly string[],
  seconds: number,
): Promise<DeploymentMinute[]> {
  const rows = await rowsOf(sql)
    .select()
    .from(deploymentMinutes)
    .where(
      and(
        isAny(deploymentMinutes.deploymentId, deploymentIds),
        gt(deploymentMinutes.minute, text`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(deploymentMinutes.minute);
  return rows.map(({ gatewayId: _, minute, ...row }) => ({ ...row, minute: new Date(minute) }));
}

/**
 * As `readMinutes`, summed in steps of some seconds. Hand-written SQL: drizzle repeats the parameters of an expression
 * that is both selected and grouped by.
 */
export async function readSteps(
  sql: Sql,
  deploymentIds: readonly string[],
  { seconds, step }: { readonly seconds: number; readonly step: number },
): Promise<DeploymentStep[]> {
  const rows = await sql<
    (Omit<DeploymentStep, 'latencies'> & { readonly latencies: readonly (readonly number[])[] })[]
  >`
    select deployment_id as "deploymentId",
      to_timestamp(floor(extract(epoch from minute) / ${step}) * ${step}) as minute,
      sum(requests)::int as requests, sum(limited)::int as limited, sum(failed)::int as failed,
      json_agg(latencies) as latencies
    from deployment_minutes
    where deployment_id = any(${deploymentIds}::text[]) and minute > now() - make_interval(secs => ${seconds})
    group by 1, 2
    order by 2`;
  return rows.map((row) => ({ ...row, latencies: row.latencies.flat() }));
}

/** Deletes expired minutes. */
export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await rowsOf(sql)
    .delete(deploymentMinutes)
    .where(lt(deploymentMinutes.minute, text`now() - make_interval(days => ${KEEP_DAYS})`));
}
