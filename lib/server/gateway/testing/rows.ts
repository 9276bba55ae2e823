import type { Sql } from 'postgres';
import type { DeploymentSummary, ReplicaInfo } from '@/lib/contracts/deployments';
import { newId } from '../../ids';

interface GivenDeployment {
  readonly name?: string;
  readonly status?: DeploymentSummary['status'];
  readonly runtime?: string;
  readonly externalUrl?: string;
}

/** Inserts a deployment. */
export async function addDeployment(
  sql: Sql,
  given: GivenDeployment = {},
): Promise<{ id: string; name: string }> {
  const { name = 'chat', status = 'active', runtime = 'test', externalUrl = null } = given;
  const id = newId('deployment');
  await sql`
    insert into deployments (id, name, model_id, cluster_id, runtime, external_url, status, replicas, resources)
    values (${id}, ${name}, 'mdl_1', 'local', ${runtime}, ${externalUrl}, ${status}, 1, '{"gpu_count": 0}')`;
  return { id, name };
}

/** Inserts a replica. */
export async function addReplica(
  sql: Sql,
  deploymentId: string,
  url: string,
  state: ReplicaInfo['state'] = 'ready',
): Promise<string> {
  const id = newId('replica');
  await sql`
    insert into deployment_replicas (id, deployment_id, state, node, url, gpus)
    values (${id}, ${deploymentId}, ${state}, 'here', ${url}, '[]')`;
  return id;
}
