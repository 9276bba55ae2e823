import { deploymentEvents } from '@/drizzle/schema';
import type { DeploymentEvent } from '@/lib/contracts/deployments';
import { type Queries, rowsOf } from '../../db/rows';
import { NO_STEP, type Origin } from './deployment-row';

/** Longest message of an event, in characters. */
const MAX_MESSAGE = 2000;

/** Adds an event to a deployment. */
export async function addDeploymentEvent(
  sql: Queries,
  deploymentId: string,
  event: Pick<DeploymentEvent, 'kind' | 'message'>,
  { runId, step }: Origin = NO_STEP,
): Promise<void> {
  const { kind, message } = event;
  await rowsOf(sql)
    .insert(deploymentEvents)
    .values({ deploymentId, kind, message: message.slice(0, MAX_MESSAGE), runId, step });
}
