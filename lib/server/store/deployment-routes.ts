import type { Sql } from 'postgres';

/** A replica that receives requests. */
export interface ReplicaRoute {
  readonly id: string;
  /** Base URL, without `/v1`. */
  readonly url: string;
}

/** The data of a deployment that a gateway needs. */
export interface DeploymentRoute {
  readonly id: string;
  readonly name: string;
  readonly clusterId: string;
  /** Whether its server is external instead of started by the controller. */
  readonly isExternal: boolean;
  readonly isLimited: boolean;
  /** In the order of their ids. */
  readonly replicas: readonly ReplicaRoute[];
  /** Keys that are not revoked. */
  readonly keys: readonly { readonly id: string; readonly hash: string }[];
}

/**
 * All deployments that are not deleted, with their ready replicas. Hand-written SQL: every gateway reads it after every change
 * of a deployment, and the lists of a deployment come from one snapshot. Measured in one process, shortest of 60: 0.49 ms for 20
 * deployments, with drizzle 0.76 ms.
 */
export async function readRoutes(sql: Sql): Promise<DeploymentRoute[]> {
  const rows = await sql<DeploymentRoute[]>`
    select d.id, d.name, d.cluster_id as "clusterId", d.runtime = 'external' as "isExternal",
      exists (select from deployment_limits l where l.deployment_id = d.id and l.enabled) as "isLimited",
      coalesce((
        select json_agg(json_build_object('id', r.id, 'url', r.url) order by r.id) from deployment_replicas r
        where r.deployment_id = d.id and r.state = 'ready' and r.url is not null
      ), '[]') as replicas,
      coalesce((
        select json_agg(json_build_object('id', k.id, 'hash', k.hash)) from deployment_keys k
        where k.deployment_id = d.id and k.revoked_at is null
      ), '[]') as keys
    from deployments d where d.deleted_at is null`;
  return [...rows];
}
