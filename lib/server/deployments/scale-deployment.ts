import type { TransactionSql } from 'postgres';
import { type Author, lastScaling, scaleDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { findDeployment, readyReplicas } from '../store/deployments/read-deployments';
import { type ClusterCapacity, requireCapacity } from './capacity';
import { beingDeleted, unknownDeployment } from './refusals';

/** A change of the number of replicas. */
export interface Scaling {
  readonly row: DeploymentRow;
  /** Replicas that were ready before. */
  readonly previous: number;
}

/** A request for a number of replicas. */
export interface ScaleRequest {
  readonly id: string;
  readonly replicas: number;
  readonly author: Author;
  /** Capacity of the cluster; undefined for deployments outside any cluster. */
  readonly capacity: ClusterCapacity | undefined;
}

/** Writes the number of replicas of a deployment; auto-scaling is switched off. @throws ActionError */
export async function scaleIn(tx: TransactionSql, request: ScaleRequest): Promise<Scaling> {
  const { id, replicas, author, capacity } = request;
  const row = await requireLiving(tx, id);
  const earlier = await ownScaling(tx, row, request);
  if (earlier) return earlier;
  const previous = await readyReplicas(tx, id);
  const isAutomatic = row.autoScaling?.enabled === true;
  if (row.replicas === replicas && !isAutomatic && row.status !== 'failed') return { row, previous };
  if (capacity && replicas > row.replicas)
    await requireCapacity(tx, { ...row, replicas }, capacity, previous);
  const autoScaling = row.autoScaling && { ...row.autoScaling, enabled: false };
  const changed = await scaleDeployment(tx, row, { replicas, autoScaling, previous }, author);
  if (!changed) throw beingDeleted(row.name);
  return { row: changed, previous };
}

async function requireLiving(tx: TransactionSql, id: string): Promise<DeploymentRow> {
  const row = await findDeployment(tx, id);
  if (!row || row.deletedAt !== null) throw unknownDeployment(id);
  if (row.status === 'deleting') throw beingDeleted(row.name);
  return row;
}

/** The change that the same step made in an earlier attempt; undefined without one. */
async function ownScaling(
  tx: TransactionSql,
  row: DeploymentRow,
  { replicas, author }: ScaleRequest,
): Promise<Scaling | undefined> {
  const { runId, step } = author.origin;
  if (runId === null || row.replicas !== replicas) return undefined;
  const last = await lastScaling(tx, row.id);
  return last?.runId === runId && last.step === step ? { row, previous: last.readyBefore } : undefined;
}
