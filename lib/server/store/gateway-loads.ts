import type { Sql } from 'postgres';

/** A row that was not renewed for this long belongs to a process that ended, in seconds. */
const ALIVE_SECONDS = 5;

/**
 * How long after a replica was marked as draining the gateways may still send it requests, in ms: they read the state
 * of replicas anew at least every second, and state their load every second.
 */
export const DRAIN_NOTICE_MS = 3000;

/** Requests of one gateway process at one replica. */
export interface ReplicaLoad {
  readonly replicaId: string;
  readonly inFlight: number;
  /** Requests of the deployment that wait for a replica, stated with one of its replicas. */
  readonly queued: number;
}

/** Requests of a deployment in all gateway processes. */
export interface DeploymentLoad {
  readonly inFlight: number;
  readonly queued: number;
}

/** Replaces the load that a process states. Replicas that are gone are left out. */
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

/** Deletes rows of processes that ended without doing so. */
export async function deleteDeadLoads(sql: Sql): Promise<void> {
  await sql`delete from gateway_loads where seen_at < now() - interval '1 minute'`;
}

/**
 * Requests in flight at a replica, of all gateway processes. When it is draining: 0 means that no gateway uses it any
 * more, from `DRAIN_NOTICE_MS` after its state was written on. The controller stops the replica then, or at its limit.
 */
export async function requestsAtReplica(sql: Sql, replicaId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select coalesce(sum(in_flight), 0)::int as count from gateway_loads
    where replica_id = ${replicaId} and seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`;
  return row?.count ?? 0;
}

/** The load of a deployment, of all gateway processes, for scaling and for its page. */
export async function loadOfDeployment(sql: Sql, deploymentId: string): Promise<DeploymentLoad> {
  const [row] = await sql<DeploymentLoad[]>`
    select coalesce(sum(l.in_flight), 0)::int as "inFlight", coalesce(sum(l.queued), 0)::int as queued
    from gateway_loads l join deployment_replicas r on r.id = l.replica_id
    where r.deployment_id = ${deploymentId} and l.seen_at > now() - make_interval(secs => ${ALIVE_SECONDS})`;
  return row ?? { inFlight: 0, queued: 0 };
}
