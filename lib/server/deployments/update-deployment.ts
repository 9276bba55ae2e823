import { isDeepStrictEqual } from 'node:util';
import type { TransactionSql } from 'postgres';
import type { NewDeployment } from '@/engine/deployments';
import { type Author, retryDeployment, scaleDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { readyReplicas } from '../store/deployments/read-deployments';
import { writeRelease } from '../store/deployments/releases';
import { findModel } from '../store/models/read-models';
import { type ClusterCapacity, requireCapacity } from './capacity';
import { noModel } from './local/runtime-of';
import { beingDeleted, cannotMove } from './refusals';

/** An update of an existing deployment by a step. */
export interface Update {
  readonly wanted: NewDeployment;
  /** Runtime for the new model. */
  readonly runtime: string;
  /** Capacity of the cluster; undefined for deployments outside any cluster. */
  readonly capacity: ClusterCapacity | undefined;
  readonly author: Author;
}

/**
 * Updates a deployment idempotently. A different model, runtime or resources make a new release; a different number of
 * replicas scales. @throws ActionError
 */
export async function updateIn(
  tx: TransactionSql,
  row: DeploymentRow,
  update: Update,
): Promise<DeploymentRow> {
  const { wanted, author } = update;
  const { externalUrl = null, clusterId, replicas, autoScaling = null } = wanted;
  if (row.status === 'deleting') throw beingDeleted(row.name);
  if (row.clusterId !== clusterId || row.externalUrl !== externalUrl)
    throw cannotMove(row.name, row.clusterId);
  if (!isSameRelease(row, update)) return release(tx, row, update);
  const isAutomatic = autoScaling?.enabled === true;
  const isSame =
    isDeepStrictEqual(autoScaling, row.autoScaling) && (isAutomatic || replicas === row.replicas);
  if (isSame) return row.status === 'failed' ? retryDeployment(tx, row) : row;
  if (update.capacity && replicas > row.replicas)
    await requireCapacity(tx, { ...row, replicas }, update.capacity, row.replicas);
  const previous = await readyReplicas(tx, row.id);
  const changed = await scaleDeployment(tx, row, { replicas, autoScaling, previous }, author);
  if (!changed) throw beingDeleted(row.name);
  return changed;
}

function isSameRelease(row: DeploymentRow, { wanted, runtime }: Update): boolean {
  const { modelId, resources } = wanted;
  if (row.modelId !== modelId || !isDeepStrictEqual(row.resources, resources)) return false;
  return wanted.runtime === undefined || row.runtime === runtime;
}

async function release(tx: TransactionSql, row: DeploymentRow, update: Update): Promise<DeploymentRow> {
  const { wanted, runtime, capacity, author } = update;
  const { name, modelId, replicas, resources, autoScaling = null } = wanted;
  if (capacity) {
    const model = await findModel(tx, modelId);
    if (model?.status !== 'available') throw noModel(modelId, model);
    // One additional replica runs during the rollout.
    await requireCapacity(
      tx,
      { id: row.id, name, replicas: replicas + 1, resources },
      capacity,
      row.replicas,
    );
  }
  const changed = await writeRelease(tx, row, { modelId, runtime, replicas, resources, autoScaling }, author);
  if (!changed) throw beingDeleted(row.name);
  return changed;
}
