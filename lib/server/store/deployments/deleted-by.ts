import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { deploymentEvents, deployments } from '@/drizzle/schema';
import { type Queries, rowsOf } from '../../db/rows';
import type { DeploymentRow, Origin } from './deployment-row';

/** The deployment of this name that a step deleted; undefined when it deleted none. */
export async function deletedBy(
  sql: Queries,
  name: string,
  { runId, step }: Origin,
): Promise<DeploymentRow | undefined> {
  if (runId === null || step === null) return undefined;
  const [row] = await rowsOf(sql)
    .select({ deployment: deployments })
    .from(deploymentEvents)
    .innerJoin(deployments, eq(deployments.id, deploymentEvents.deploymentId))
    .where(
      and(
        eq(deploymentEvents.kind, 'deleted'),
        eq(deploymentEvents.runId, runId),
        eq(deploymentEvents.step, step),
        eq(deployments.name, name),
        isNotNull(deployments.deletedAt),
      ),
    )
    .orderBy(desc(deploymentEvents.id))
    .limit(1);
  return row?.deployment;
}
