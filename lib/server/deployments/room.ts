import type { TransactionSql } from 'postgres';
import type { ClusterHealth, Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { livingDeployments } from '../store/deployments/read-deployments';
import { capacityProblem, nodeProblem } from './admission';
import { noRoom } from './refusals';

/** A check of a cluster may take this long. */
const CHECK_MS = 10_000;

/** What a cluster has. */
export interface Room {
  readonly clusterId: string;
  readonly health: ClusterHealth;
}

/** Reads what a cluster has. @throws ActionError */
export async function roomOf(clusters: Clusters, clusterId: string): Promise<Room> {
  const health = await clusters.health(clusterId, { signal: AbortSignal.timeout(CHECK_MS) });
  return { clusterId, health };
}

/** A deployment that needs capacity. */
type Needing = Pick<DeploymentRow, 'id' | 'name' | 'replicas' | 'resources'>;

/**
 * @param running replicas of the deployment that count as used already
 * @throws ActionError when a deployment exceeds the free capacity
 */
export async function requireRoom(
  tx: TransactionSql,
  wanted: Needing,
  { clusterId, health }: Room,
  running = 0,
): Promise<void> {
  const others = (await livingDeployments(tx)).filter(
    (other) =>
      other.id !== wanted.id &&
      other.clusterId === clusterId &&
      other.status !== 'failed' &&
      other.externalUrl === null,
  );
  // The pods of others are a part of what the cluster reports as used, except where there are none yet.
  const why =
    clusterId === LOCAL_CLUSTER
      ? capacityProblem(wanted, others, health.capacity)
      : nodeProblem(
          { ...wanted, replicas: wanted.replicas - running },
          others.filter(({ status }) => status === 'pending'),
          health,
        );
  if (why !== undefined) throw noRoom(wanted.name, why);
}
