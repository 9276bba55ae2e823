import type { Sql } from 'postgres';

/** Days for which minutes are stored. */
const KEEP_DAYS = 7;

/** What a gateway process measured of a deployment in one minute. */
export interface DeploymentMinute {
  readonly deploymentId: string;
  readonly minute: Date;
  readonly requests: number;
  readonly limited: number;
  readonly failed: number;
  readonly inFlight: number;
  readonly queued: number;
  readonly ready: number;
  readonly latencies: readonly number[];
  /** Requests by the id of their key; those without one at `''`. */
  readonly keys: Readonly<Record<string, number>>;
}

/** Writes minutes of a process; a minute that was written before is replaced. Minutes of deleted rows are left out. */
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
  const rows = await sql<DeploymentMinute[]>`
    select deployment_id as "deploymentId", minute, requests, limited, failed, in_flight as "inFlight", queued, ready,
      latencies, keys
    from deployment_minutes
    where deployment_id = any(${[...deploymentIds]}::text[]) and minute > now() - make_interval(secs => ${seconds})
    order by minute`;
  return [...rows];
}

/** Deletes minutes that are too old. */
export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await sql`delete from deployment_minutes where minute < now() - make_interval(days => ${KEEP_DAYS})`;
}
