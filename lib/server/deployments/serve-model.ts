import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeploymentAttempt } from '@/engine/deployments';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { activeDeploymentOf, replicasOf } from '../store/deployments/read-deployments';
import type { DeploymentRegistry } from './registry';

/** Replicas that answer requests for a model. */
export interface ServedModel {
  readonly deploymentId: string;
  /** Name that requests have as their model. */
  readonly name: string;
  /** Base URLs of ready replicas, without `/v1`. */
  readonly urls: readonly string[];
  /** Whether it was created for this work and is deleted after it. */
  readonly isTemporary: boolean;
}

/** How long the deletion of a temporary deployment is waited for, in ms. */
const DELETE_MS = 60_000;

/**
 * Works with replicas of a model: those of an active deployment, else a temporary one, which is deleted even when the work
 * fails. A step that runs again finds the temporary deployment of its first attempt.
 * @throws ActionError
 */
export async function withServedModel<T>(
  { sql, registry }: { readonly sql: Sql; readonly registry: DeploymentRegistry },
  modelId: string,
  attempt: DeploymentAttempt,
  work: (served: ServedModel) => Promise<T>,
): Promise<T> {
  const active = await activeDeploymentOf(sql, modelId);
  if (active) return work({ ...(await servedBy(sql, active)), isTemporary: false });
  const name = temporaryName(attempt.owner);
  const wanted = { name, modelId, clusterId: LOCAL_CLUSTER, replicas: 1, resources: { gpu_count: 0 } };
  try {
    const { id } = await registry.create({ ...wanted, ...attempt });
    return await work({ ...(await servedBy(sql, { id, name })), isTemporary: true });
  } finally {
    await removeTemporary(registry, name, attempt);
  }
}

/** Same for every attempt of a step. */
function temporaryName({ runId, step }: DeploymentAttempt['owner']): string {
  const key = createHash('sha256').update(`${runId}/${step}`).digest('hex');
  return `temporary-${key.slice(0, 16)}`;
}

async function servedBy(sql: Sql, { id, name }: { readonly id: string; readonly name: string }) {
  const replicas = await replicasOf(sql, [id]);
  const urls = replicas.flatMap(({ state, url }) => (state === 'ready' && url !== null ? [url] : []));
  return { deploymentId: id, name, urls };
}

/** The attempt may be over already: its signal does not end the deletion. */
async function removeTemporary(
  registry: DeploymentRegistry,
  name: string,
  { owner }: DeploymentAttempt,
): Promise<void> {
  try {
    await registry.delete(name, { owner, signal: AbortSignal.timeout(DELETE_MS) });
  } catch (error) {
    // It could not be created, or its deletion takes longer: the controller ends it.
    if (!(error instanceof ActionError) && !isTimeout(error)) throw error;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
