import type { deploymentEvents, deploymentLimits, deploymentReplicas, deployments } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';

/** A deployment as it is stored. */
export type DeploymentRow = RowOf<typeof deployments>;

/** A replica as it is stored. */
export type ReplicaRow = RowOf<typeof deploymentReplicas>;

/** The rate limit of a deployment, with its counters. */
export type LimitRow = RowOf<typeof deploymentLimits>;

/** An event of a deployment. */
export type DeploymentEventRow = RowOf<typeof deploymentEvents>;

/** The step that makes a change; null for a person. */
export interface Origin {
  readonly runId: string | null;
  readonly step: string | null;
}

/** A change that no step made. */
export const NO_STEP: Origin = { runId: null, step: null };
