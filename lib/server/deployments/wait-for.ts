import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { ActionError } from '@/engine';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { findDeployment, replicasOf } from '../store/deployments/read-deployments';
import { REFUSALS, unknownDeployment } from './refusals';

/** Interval of polling a deployment, in ms. */
const POLL_MS = 200;

/** Polls a deployment until it has the desired state. @throws ActionError with the state of the deployment, on timeout */
export async function waitFor(
  sql: Sql,
  id: string,
  {
    signal,
    isReached,
  }: { readonly signal: AbortSignal; readonly isReached: (row: DeploymentRow) => boolean },
): Promise<DeploymentRow> {
  for (;;) {
    const row = await findDeployment(sql, id);
    if (!row) throw unknownDeployment(id);
    if (isReached(row)) return row;
    if (signal.aborted) throw await timedOut(sql, row, signal);
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Whether a deployment has reached the desired state. @throws ActionError when it failed, or its desired state has
 * changed
 */
export function isSettled(
  row: DeploymentRow,
  wanted: Pick<DeploymentRow, 'generation' | 'replicas' | 'release'>,
): boolean {
  const { name, status, error, deletedAt } = row;
  if (status === 'deleting' || deletedAt !== null) {
    throw new ActionError('rejected', `The deployment ${name} was deleted in the meantime.`, {
      code: REFUSALS.deleting,
    });
  }
  refuseRolledBack(row, wanted);
  // Auto-scaling may change the number as soon as it is reached.
  if (row.autoScaling?.enabled === true && row.observed >= wanted.generation) return true;
  if (row.generation > wanted.generation && row.replicas !== wanted.replicas) {
    const message = `The deployment ${name} was scaled to ${row.replicas} in the meantime, by another step or person. Check the events on its page.`;
    throw new ActionError('rejected', message, { code: REFUSALS.changed });
  }
  if (status === 'failed') {
    throw new ActionError('rejected', `The deployment ${name} failed. ${error?.message ?? ''}`, {
      code: error?.code ?? 'deployment_failed',
    });
  }
  return row.observed >= wanted.generation && (status === 'active' || status === 'stopped');
}

/** @throws ActionError when the release was rolled back */
function refuseRolledBack(
  { name, modelId, rolledBack }: DeploymentRow,
  { release }: Pick<DeploymentRow, 'release'>,
): void {
  if (rolledBack === null || rolledBack.release !== release) return;
  const message = `The new release of the deployment ${name} was rolled back, and the model ${modelId} keeps serving. ${rolledBack.message}`;
  throw new ActionError('rejected', message, { code: REFUSALS.rolledBack });
}

/** The failure of a wait that timed out, with the reason why the deployment waits. */
async function timedOut(sql: Sql, row: DeploymentRow, signal: AbortSignal): Promise<unknown> {
  const reason: unknown = signal.reason;
  if (!(reason instanceof ActionError) || reason.kind !== 'timeout') return reason;
  const replicas = await replicasOf(sql, [row.id]);
  const ready = replicas.filter(({ state }) => state === 'ready').length;
  const why = row.error?.message ?? replicas.find(({ message }) => message !== null)?.message ?? '';
  const message = `${reason.message} The deployment ${row.name} is ${row.status} with ${ready} of ${row.replicas} replicas ready. ${why}`;
  return new ActionError('timeout', message.trim(), { cause: reason });
}
