import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeploymentAttempt, DeploymentRequest } from '@/engine/deployments';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { ServeModel } from '../models/benchmark/served-model';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { activeDeploymentOf, replicasOf } from '../store/deployments/read-deployments';
import { REFUSALS } from './refusals';
import type { DeploymentRegistry } from './registry';
import { type ReplicaClientOptions, replicaClient } from './replica-client';

interface ServeParts {
  readonly sql: Sql;
  readonly registry: DeploymentRegistry;
  readonly client: ReplicaClientOptions;
}

/** How the names of temporary deployments begin. Each is used only by the step that created it. */
const TEMPORARY = 'temporary-';
/** Longest wait for the deletion of a temporary deployment, in ms. */
const DELETE_MS = 60_000;

/** @see ServeModel. Later attempts of a step find the temporary deployment of the first one. */
export function serveModelWith(parts: ServeParts): ServeModel {
  const { sql, registry } = parts;
  return async (modelId, attempt, work) => {
    const active = await activeDeploymentOf(sql, modelId, { except: TEMPORARY });
    if (active) return work({ ...(await servedBy(parts, active)), isTemporary: false });
    const name = temporaryName(attempt.owner);
    const wanted = { name, modelId, clusterId: LOCAL_CLUSTER, replicas: 1, resources: { gpu_count: 0 } };
    try {
      const { id } = await createTemporary(registry, { ...wanted, ...attempt });
      const created = { id, name, clusterId: LOCAL_CLUSTER, externalUrl: null };
      return await work({ ...(await servedBy(parts, created)), isTemporary: true });
    } finally {
      await removeTemporary(registry, name, attempt);
    }
  };
}

/** Same for every attempt of a step. */
function temporaryName({ runId, step }: DeploymentAttempt['owner']): string {
  const key = createHash('sha256').update(`${runId}/${step}`).digest('hex');
  return `${TEMPORARY}${key.slice(0, 16)}`;
}

/**
 * Creates the deployment again when an earlier attempt deletes it: one that a worker lost to another worker, where the step
 * was started again, still ends on the first one.
 */
async function createTemporary(registry: DeploymentRegistry, wanted: DeploymentRequest) {
  for (;;) {
    try {
      return await registry.create(wanted);
    } catch (error) {
      const isDeleted = error instanceof ActionError && error.code === REFUSALS.deleting;
      if (!isDeleted || wanted.signal.aborted) throw error;
      await removeTemporary(registry, wanted.name, wanted);
    }
  }
}

async function servedBy(
  { sql, client }: ServeParts,
  deployment: Pick<DeploymentRow, 'id' | 'name' | 'externalUrl' | 'clusterId'>,
) {
  const { id, name, externalUrl } = deployment;
  const replicas = (await replicasOf(sql, [id])).flatMap(({ state, url }) =>
    state === 'ready' && url !== null ? [{ url }] : [],
  );
  const download = replicaClient(client, deployment);
  return { deploymentId: id, name, isExternal: externalUrl !== null, replicas, download };
}

/** Independent of the signal of the attempt, which may have ended. */
async function removeTemporary(
  registry: DeploymentRegistry,
  name: string,
  { owner }: DeploymentAttempt,
): Promise<void> {
  try {
    await registry.delete(name, { owner, signal: AbortSignal.timeout(DELETE_MS) });
  } catch (error) {
    // The deployment was not created, or its deletion takes longer and the controller completes it.
    if (!(error instanceof ActionError) && !isTimeout(error)) throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
