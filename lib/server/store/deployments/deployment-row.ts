import type { deploymentEvents, deploymentLimits, deploymentReplicas, deployments } from '@/drizzle/schema';
import type { RowOf } from '../../db/rows';

/** A stored deployment. */
export type DeploymentRow = RowOf<typeof deployments>;

/** A stored replica. */
export type ReplicaRow = RowOf<typeof deploymentReplicas>;

/** The rate limit of a deployment, with its counters. */
export type LimitRow = RowOf<typeof deploymentLimits>;

/** An event of a deployment. */
export type DeploymentEventRow = RowOf<typeof deploymentEvents>;

/** The step that makes a change; null values for a person. */
export interface Origin {
  readonly runId: string | null;
  readonly step: string | null;
}

/** The origin of changes without a step. */
export const NO_STEP: Origin = { runId: null, step: null };
