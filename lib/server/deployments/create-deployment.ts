import type { Sql, TransactionSql } from 'postgres';
import { ActionError } from '@/engine';
import { EXTERNAL_RUNTIME, type NewDeployment } from '@/engine/deployments';
import type { Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import { unknownCluster } from '../adapters/clusters';
import type { Runtimes } from '../adapters/runtimes';
import type { Queries } from '../db/rows';
import { newId } from '../ids';
import { findCluster, listClusterRows } from '../store/clusters';
import { type Author, insertDeployment, retryDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow, Origin } from '../store/deployments/deployment-row';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { findDeployment } from '../store/deployments/read-deployments';
import { findModel } from '../store/models/read-models';
import { readCapacity, requireCapacity } from './capacity';
import { scalingProblem } from './kubernetes/autoscaling';
import { type DeliveryOptions, deliveryOf } from './kubernetes/delivery';
import { runtimeInCluster } from './kubernetes/pod-plan';
import { noModel, runtimeOf } from './local/runtime-of';
import { beingDeleted, nameTaken } from './refusals';
import { updateIn } from './update-deployment';

export interface CreateOptions {
  readonly sql: Sql;
  readonly runtimes: Runtimes;
  readonly clusters: Clusters;
  readonly kubernetes: DeliveryOptions;
}

/**
 * Creates a deployment, or returns the one that the same step of the same run created before. Does not wait for
 * replicas.
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
  const needsCapacity = (found === undefined || isUpdate) && externalUrl === null;
  const capacity = needsCapacity ? await readCapacity(options.clusters, clusterId) : undefined;
  return lockDeployments(sql, async (tx) => {
    const existing = await findDeployment(tx, name);
    if (existing && isUpdate) return updateIn(tx, existing, { wanted, runtime, capacity, author });
    if (existing) return ownOrTaken(tx, existing, wanted, author.origin);
    // It may have been removed meanwhile.
    await requireCluster(tx, clusterId);
    if (capacity) {
      const model = await findModel(tx, modelId);
      if (model?.status !== 'available') throw noModel(modelId, model);
      await requireCapacity(tx, { id: '', name, replicas, resources }, capacity);
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

/**
 * The existing deployment, for the step that created it and for `if_exists: reuse`. A failed one is retried. @throws
 * ActionError for other steps
 */
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

/** The runtime of a deployment. @throws ActionError when it cannot run there */
export async function runtimeFor(options: CreateOptions, wanted: NewDeployment): Promise<string> {
  const { clusterId, modelId, runtime, externalUrl, resources, autoScaling } = wanted;
  await requireCluster(options.sql, clusterId);
  if (externalUrl !== undefined) return EXTERNAL_RUNTIME;
  const asked = { modelId, runtime, gpuCount: resources.gpu_count };
  if (clusterId === LOCAL_CLUSTER) return (await runtimeOf(options, asked)).runtime.name;
  const why = scalingProblem(autoScaling, resources.memory_gb);
  if (why !== undefined) throw new ActionError('invalid_params', why, { path: 'params.auto_scaling' });
  const { sql, runtimes, kubernetes } = options;
  const chosen = await runtimeInCluster({ sql, runtimes, ...kubernetes }, asked);
  await deliveryOf(kubernetes, clusterId, chosen);
  return chosen.runtime.name;
}

async function requireCluster(sql: Queries, clusterId: string): Promise<void> {
  if (clusterId === LOCAL_CLUSTER || (await findCluster(sql, clusterId))) return;
  throw unknownCluster(
    clusterId,
    (await listClusterRows(sql)).map(({ id }) => id),
  );
}
