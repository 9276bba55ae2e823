import type { TransactionSql } from 'postgres';
import type { Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { livingDeployments } from '../store/deployments/read-deployments';
import { capacityProblem } from './admission';
import { noRoom } from './refusals';

/** A check of the machine may take this long. */
const CHECK_MS = 10_000;

/** What the machine has. */
export async function capacityOf(clusters: Clusters) {
  const { capacity } = await clusters.health(LOCAL_CLUSTER, { signal: AbortSignal.timeout(CHECK_MS) });
  return capacity;
}

/** @throws ActionError when a deployment exceeds the free capacity */
export async function requireRoom(
  tx: TransactionSql,
  wanted: Pick<DeploymentRow, 'id' | 'name' | 'replicas' | 'resources'>,
  capacity: Awaited<ReturnType<typeof capacityOf>>,
): Promise<void> {
  const others = (await livingDeployments(tx)).filter(
    ({ id, status, externalUrl }) => id !== wanted.id && status !== 'failed' && externalUrl === null,
  );
  const why = capacityProblem(wanted, others, capacity);
  if (why !== undefined) throw noRoom(wanted.name, why);
}
