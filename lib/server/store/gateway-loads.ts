import { and, eq, gt, lt, type SQL, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { deploymentReplicas, gatewayLoads } from '@/drizzle/schema';
import { rowsOf } from '../db/rows';

/** Age at which a row belongs to an ended process, in seconds. */
const ALIVE_SECONDS = 10;

/**
 * How long gateways may still send requests to a replica that was marked as draining, in ms: they read the state of
 * replicas at least every second, and publish their load every second.
 */
export const DRAIN_NOTICE_MS = 5000;

/** Requests of one gateway process at one replica. */
export interface ReplicaLoad {
  readonly replicaId: string;
  readonly inFlight: number;
  /** Waiting requests of the deployment, counted with one of its replicas. */
  readonly queued: number;
}

/** Requests of a deployment in all gateway processes. */
export interface DeploymentLoad {
  readonly inFlight: number;
  readonly queued: number;
}

/**
 * Replaces the load of a process. Deleted replicas are left out. Hand-written SQL: every gateway sends it every second,
 * as one statement for any number of replicas. Measured in one process, shortest of 60: 1.3 ms for 60 replicas, with
 * drizzle 3.0 ms.
 */
export async function saveLoads(sql: Sql, gatewayId: string, loads: readonly ReplicaLoad[]): Promise<void> {
  await sql`
    with given as (
      select g.* from json_to_recordset(${JSON.stringify(loads)}::text::json)
        as g("replicaId" text, "inFlight" int, queued int)
      join deployment_replicas r on r.id = g."replicaId"
    ),
    gone as (
      delete from gateway_loads
      where gateway_id = ${gatewayId} and replica_id not in (select "replicaId" from given)
    )
    insert into gateway_loads (gateway_id, replica_id, in_flight, queued, seen_at)
    select ${gatewayId}, "replicaId", "inFlight", queued, now() from given
    on conflict (gateway_id, replica_id) do update set
      in_flight = excluded.in_flight, queued = excluded.queued, seen_at = excluded.seen_at`;
}

/** Deletes the rows of processes that have ended. */
export async function deleteDeadLoads(sql: Sql): Promise<void> {
  await rowsOf(sql).delete(gatewayLoads).where(lt(gatewayLoads.seenAt, text`now() - interval '1 minute'`));
}

const isAlive = gt(gatewayLoads.seenAt, text`now() - make_interval(secs => ${ALIVE_SECONDS})`);

function sumOf(column: typeof gatewayLoads.inFlight | typeof gatewayLoads.queued): SQL<number> {
  return text`coalesce(sum(${column}), 0)::int`;
}

/**
 * Requests of all gateway processes in flight at a replica. For a draining replica, 0 means that it is unused once
 * `DRAIN_NOTICE_MS` have passed since its state was written. The controller then stops it.
 */
export async function requestsAtReplica(sql: Sql, replicaId: string): Promise<number> {
  const [row] = await rowsOf(sql)
    .select({ inFlight: sumOf(gatewayLoads.inFlight) })
    .from(gatewayLoads)
    .where(and(eq(gatewayLoads.replicaId, replicaId), isAlive));
  return row?.inFlight ?? 0;
}

/** The load of a deployment, of all gateway processes, for scaling and for its page. */
export async function loadOfDeployment(sql: Sql, deploymentId: string): Promise<DeploymentLoad> {
  const [row] = await rowsOf(sql)
    .select({ inFlight: sumOf(gatewayLoads.inFlight), queued: sumOf(gatewayLoads.queued) })
    .from(gatewayLoads)
    .innerJoin(deploymentReplicas, eq(deploymentReplicas.id, gatewayLoads.replicaId))
    .where(and(eq(deploymentReplicas.deploymentId, deploymentId), isAlive));
  return row ?? { inFlight: 0, queued: 0 };
}
