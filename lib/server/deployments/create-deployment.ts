import type { Sql, TransactionSql } from 'postgres';
import { ActionError } from '@/engine';
import { EXTERNAL_RUNTIME, type NewDeployment } from '@/engine/deployments';
import type { Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { Runtimes } from '../adapters/runtimes';
import { newId } from '../ids';
import { findCluster, listClusterRows } from '../store/clusters';
import { type Author, insertDeployment, retryDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow, Origin } from '../store/deployments/deployment-row';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { findDeployment } from '../store/deployments/read-deployments';
import { findModel } from '../store/models/read-models';
import { noModel, runtimeOf } from './local/runtime-of';
import { beingDeleted, nameTaken } from './refusals';
import { capacityOf, requireRoom } from './room';
import { updateIn } from './update-deployment';

export interface CreateOptions {
  readonly sql: Sql;
  readonly runtimes: Runtimes;
  readonly clusters: Clusters;
}

/**
 * Creates a deployment, or finds the one that the same step of the same run created before. Does not wait for its replicas.
 * @throws ActionError
 */
export async function createDeployment(
  options: CreateOptions,
  wanted: NewDeployment,
  author: Author,
): Promise<DeploymentRow> {
  const { sql } = options;
  const found = await findDeployment(sql, wanted.name);
  const isUpdate = wanted.ifExists === 'update';
  const runtime = found && !isUpdate ? found.runtime : await runtimeFor(options, wanted);
  const { name, modelId, clusterId, replicas, externalUrl = null, resources, autoScaling = null } = wanted;
  const isLocal = externalUrl === null;
  const capacity = isLocal ? await capacityOf(options.clusters) : undefined;
  return lockDeployments(sql, async (tx) => {
    const existing = await findDeployment(tx, name);
    if (existing && isUpdate) return updateIn(tx, existing, { wanted, runtime, capacity, author });
    if (existing) return ownOrTaken(tx, existing, wanted, author.origin);
    if (capacity) {
      const model = await findModel(tx, modelId);
      if (model?.status !== 'available') throw noModel(modelId, model);
      await requireRoom(tx, { id: '', name, replicas, resources }, capacity);
    }
    const row = await insertDeployment(
      tx,
      {
        id: newId('deployment'),
        ...{ name, modelId, clusterId, runtime, externalUrl, replicas, resources, autoScaling },
      },
      author,
    );
    if (row) return row;
    throw nameTaken(name, 'pending');
  });
}

/** A step that runs again, or one that reuses, finds the deployment, and lets it try again when it failed. */
async function ownOrTaken(
  tx: TransactionSql,
  row: DeploymentRow,
  wanted: NewDeployment,
  { runId, step }: Origin,
): Promise<DeploymentRow> {
  if (row.status === 'deleting') throw beingDeleted(row.name);
  const isOwn = runId !== null && row.runId === runId && row.step === step;
  if (!isOwn && !isReusable(row, wanted)) throw nameTaken(row.name, row.status);
  return row.status === 'failed' ? retryDeployment(tx, row) : row;
}

function isReusable(
  row: DeploymentRow,
  { ifExists, modelId, clusterId, externalUrl, runtime = row.runtime }: NewDeployment,
): boolean {
  const isSamePlace = row.clusterId === clusterId && row.externalUrl === (externalUrl ?? null);
  return ifExists === 'reuse' && isSamePlace && row.modelId === modelId && row.runtime === runtime;
}

async function runtimeFor(options: CreateOptions, wanted: NewDeployment): Promise<string> {
  const { clusterId, modelId, runtime, externalUrl, resources } = wanted;
  await requireLocal(options.sql, clusterId);
  if (externalUrl !== undefined) return EXTERNAL_RUNTIME;
  const chosen = await runtimeOf(options, { modelId, runtime, gpuCount: resources.gpu_count });
  return chosen.runtime.name;
}

async function requireLocal(sql: Sql, clusterId: string): Promise<void> {
  if (clusterId === LOCAL_CLUSTER) return;
  const options = { path: 'params.cluster_id' };
  if (await findCluster(sql, clusterId)) {
    const message = `${clusterId} is a Kubernetes cluster, and deployments run on the cluster local so far. Use cluster_id local, or external_url for a server that runs in ${clusterId}.`;
    throw new ActionError('invalid_params', message, options);
  }
  const known = [LOCAL_CLUSTER, ...(await listClusterRows(sql)).map(({ id }) => id)];
  const message = `There is no cluster ${clusterId}. Clusters: ${known.join(', ')}.`;
  throw new ActionError('invalid_params', message, options);
}
