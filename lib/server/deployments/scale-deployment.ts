import type { TransactionSql } from 'postgres';
import { type Author, lastScaling, scaleDeployment } from '../store/deployments/change-deployments';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { findDeployment, readyReplicas } from '../store/deployments/read-deployments';
import { beingDeleted, unknownDeployment } from './refusals';
import { type Room, requireRoom } from './room';

/** A change of the number of replicas. */
export interface Scaling {
  readonly row: DeploymentRow;
  /** Replicas that were ready before. */
  readonly previous: number;
}

/** A request for a number of replicas. */
export interface ScaleOrder {
  readonly id: string;
  readonly replicas: number;
  readonly author: Author;
  /** What the cluster has; undefined where replicas need nothing of it. */
  readonly room: Room | undefined;
}

/** Writes the number of replicas of a deployment; auto-scaling is switched off. @throws ActionError */
export async function scaleIn(tx: TransactionSql, order: ScaleOrder): Promise<Scaling> {
  const { id, replicas, author, room } = order;
  const row = await living(tx, id);
  const earlier = await ownScaling(tx, row, order);
  if (earlier) return earlier;
  const previous = await readyReplicas(tx, id);
  const isAutomatic = row.autoScaling?.enabled === true;
  if (row.replicas === replicas && !isAutomatic && row.status !== 'failed') return { row, previous };
  if (room && replicas > row.replicas) await requireRoom(tx, { ...row, replicas }, room, previous);
  const autoScaling = row.autoScaling && { ...row.autoScaling, enabled: false };
  const changed = await scaleDeployment(tx, row, { replicas, autoScaling, previous }, author);
  if (!changed) throw beingDeleted(row.name);
  return { row: changed, previous };
}

async function living(tx: TransactionSql, id: string): Promise<DeploymentRow> {
  const row = await findDeployment(tx, id);
  if (!row || row.deletedAt !== null) throw unknownDeployment(id);
  if (row.status === 'deleting') throw beingDeleted(row.name);
  return row;
}

/** The change that the same step made in an earlier attempt; undefined without one. */
async function ownScaling(
  tx: TransactionSql,
  row: DeploymentRow,
  { replicas, author }: ScaleOrder,
): Promise<Scaling | undefined> {
  const { runId, step } = author.origin;
  if (runId === null || row.replicas !== replicas) return undefined;
  const last = await lastScaling(tx, row.id);
  return last?.runId === runId && last.step === step ? { row, previous: last.readyBefore } : undefined;
}
