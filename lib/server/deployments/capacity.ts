import type { TransactionSql } from 'postgres';
import type { ClusterHealth, Clusters } from '@/engine/ports';
import { LOCAL_CLUSTER } from '@/lib/contracts/clusters';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { livingDeployments } from '../store/deployments/read-deployments';
import { capacityProblem, nodeProblem } from './admission';
import { noCapacity } from './refusals';

/** Timeout of a check of the cluster, in ms. */
const CHECK_MS = 10_000;

/** The state of a cluster at the time of a change. */
export interface ClusterCapacity {
  readonly clusterId: string;
  readonly health: ClusterHealth;
}

/** Checks a cluster. @throws ActionError */
export async function readCapacity(clusters: Clusters, clusterId: string): Promise<ClusterCapacity> {
  const health = await clusters.health(clusterId, { signal: AbortSignal.timeout(CHECK_MS) });
  return { clusterId, health };
}

/** A deployment that requests capacity. */
type CapacityRequest = Pick<DeploymentRow, 'id' | 'name' | 'replicas' | 'resources'>;

/**
 * Refuses a deployment that exceeds the free capacity of its cluster.
 * @param running replicas of the deployment that the cluster already counts as used
 * @throws ActionError `rejected`
 */
export async function requireCapacity(
  tx: TransactionSql,
  wanted: CapacityRequest,
  { clusterId, health }: ClusterCapacity,
  running = 0,
): Promise<void> {
  const others = (await livingDeployments(tx)).filter(
    (other) =>
      other.id !== wanted.id &&
      other.clusterId === clusterId &&
      other.status !== 'failed' &&
      other.externalUrl === null,
  );
  // The cluster already counts the pods of other deployments as used. Only pending ones have no pods yet.
  const why =
    clusterId === LOCAL_CLUSTER
      ? capacityProblem(wanted, others, health.capacity)
      : nodeProblem(
          { ...wanted, replicas: wanted.replicas - running },
          others.filter(({ status }) => status === 'pending'),
          health,
        );
  if (why !== undefined) throw noCapacity(wanted.name, why);
}
