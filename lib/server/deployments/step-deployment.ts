import type { TransactionSql } from 'postgres';
import { ActionError, toFailure } from '@/engine';
import type { DeploymentProvider, SeenDeployment } from '../adapters/clusters/provider';
import {
  autoScaleDeployment,
  finishDeletion,
  observeDeployment,
} from '../store/deployments/change-deployments';
import { addDeploymentEvent } from '../store/deployments/deployment-events';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { rollBackRelease } from '../store/deployments/releases';
import type { Leadership } from './leadership';
import { statusOf } from './status-of';

export interface StepOptions {
  readonly leadership: Pick<Leadership, 'act'>;
  readonly providerOf: (deployment: DeploymentRow) => DeploymentProvider;
  /** Scales a deployment by its load. @returns whether the number of replicas changed */
  readonly scale: (deployment: DeploymentRow) => Promise<boolean>;
}

/** One step of a deployment towards its desired state. @returns whether the row is stale and another step is needed */
export async function stepDeployment(options: StepOptions, deployment: DeploymentRow): Promise<boolean> {
  const { leadership, providerOf, scale } = options;
  const provider = providerOf(deployment);
  if (deployment.status === 'deleting') {
    if (await provider.remove(deployment)) await leadership.act((tx) => finishDeletion(tx, deployment.id));
    return false;
  }
  if (deployment.status === 'failed') {
    await provider.ensure({ ...deployment, replicas: 0 });
    return false;
  }
  if (await scale(deployment)) return true;
  const seen = await seenBy(provider, deployment);
  if (!seen) return false;
  const { failure, scaledTo } = seen;
  if (failure && (await leadership.act((tx) => rollBackRelease(tx, deployment, failure)))) return true;
  if (scaledTo !== undefined) {
    await leadership.act((tx) => followCluster(tx, deployment, scaledTo));
    return true;
  }
  await writeStatus(options, deployment, seen);
  return false;
}

/** Stores the number of replicas that the cluster chose. */
async function followCluster(tx: TransactionSql, deployment: DeploymentRow, replicas: number): Promise<void> {
  const why = 'by the HorizontalPodAutoscaler of the cluster';
  await autoScaleDeployment(tx, deployment, replicas, why);
}

async function writeStatus(
  { leadership }: StepOptions,
  deployment: DeploymentRow,
  seen: SeenDeployment,
): Promise<void> {
  const next = statusOf(deployment, seen);
  const isSame =
    next.status === deployment.status &&
    next.observed === deployment.observed &&
    next.error?.message === deployment.error?.message;
  if (isSame) return;
  await leadership.act(async (tx) => {
    if (!(await observeDeployment(tx, deployment, next)) || next.status !== 'failed') return;
    const message = next.error?.message ?? 'Failed.';
    await addDeploymentEvent(tx, deployment.id, { kind: 'failed', message });
  });
}

/** What a provider observes. A deployment that it refuses counts as failed. */
async function seenBy(
  provider: DeploymentProvider,
  deployment: DeploymentRow,
): Promise<SeenDeployment | undefined> {
  try {
    return await provider.ensure(deployment);
  } catch (error) {
    if (error instanceof ActionError) return { ready: 0, total: 0, failure: toFailure(error) };
    throw error;
  }
}
