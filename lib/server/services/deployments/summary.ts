import type { DeploymentSummary } from '@/lib/contracts/deployments';
import type { LimitRow, ReplicaRow } from '../../store/deployments/deployment-row';
import type { ShownDeployment } from '../../store/deployments/read-deployments';
import type { OriginOf } from '../step-origin';

/** What a summary needs besides the deployment. */
export interface SummaryParts {
  readonly replicas: readonly ReplicaRow[];
  readonly endpointUrl: string;
  readonly originOf: OriginOf;
}

/** A deployment as a list shows it. */
export function summaryOf(
  { deployment, modelName, limit }: ShownDeployment,
  { replicas, endpointUrl, originOf }: SummaryParts,
): DeploymentSummary {
  const { id, name, modelId, clusterId, runtime, status, resources, autoScaling, error } = deployment;
  return {
    ...{ id, name, runtime, status, resources, error },
    model_id: modelId,
    model_name: modelName,
    cluster_id: clusterId,
    replicas: deployment.replicas,
    ready_replicas: replicas.filter(({ state }) => state === 'ready').length,
    replica_states: replicas.map(({ state }) => state),
    replica_nodes: replicas.map(({ node }) => node),
    endpoint_url: endpointUrl,
    auto_scaling: autoScaling,
    rate_limit: limit && rateLimitOf(limit),
    created_by: originOf(deployment),
    created_at: deployment.createdAt,
    updated_at: deployment.updatedAt,
  };
}

function rateLimitOf({ rateLimit, timeWindow, algorithm, burst, enabled }: LimitRow) {
  return {
    ...{ algorithm, enabled },
    rate_limit: rateLimit,
    time_window: timeWindow,
    ...(burst === null ? {} : { burst }),
  };
}
