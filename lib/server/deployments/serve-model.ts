import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeploymentAttempt } from '@/engine/deployments';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { ServeModel } from '../models/benchmark/served-model';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { activeDeploymentOf, replicasOf } from '../store/deployments/read-deployments';
import type { DeploymentRegistry } from './registry';

interface ServeParts {
  readonly sql: Sql;
  readonly registry: DeploymentRegistry;
}

/** Longest wait for the deletion of a temporary deployment, in ms. */
const DELETE_MS = 60_000;

/** @see ServeModel. Later attempts of a step find the temporary deployment of the first one. */
export function serveModelWith({ sql, registry }: ServeParts): ServeModel {
  return async (modelId, attempt, work) => {
    const active = await activeDeploymentOf(sql, modelId);
    if (active) return work({ ...(await servedBy(sql, active)), isTemporary: false });
    const name = temporaryName(attempt.owner);
    const wanted = { name, modelId, clusterId: LOCAL_CLUSTER, replicas: 1, resources: { gpu_count: 0 } };
    try {
      const { id } = await registry.create({ ...wanted, ...attempt });
      const created = { id, name, externalUrl: null };
      return await work({ ...(await servedBy(sql, created)), isTemporary: true });
    } finally {
      await removeTemporary(registry, name, attempt);
    }
  };
}

/** Same for every attempt of a step. */
function temporaryName({ runId, step }: DeploymentAttempt['owner']): string {
  const key = createHash('sha256').update(`${runId}/${step}`).digest('hex');
  return `temporary-${key.slice(0, 16)}`;
}

async function servedBy(
  sql: Sql,
  { id, name, externalUrl }: Pick<DeploymentRow, 'id' | 'name' | 'externalUrl'>,
) {
  const isExternal = externalUrl !== null;
  const replicas = (await replicasOf(sql, [id])).flatMap(({ state, url }) =>
    state === 'ready' && url !== null ? [{ url, isExternal }] : [],
  );
  return { deploymentId: id, name, replicas };
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
