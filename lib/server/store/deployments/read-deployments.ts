import { and, asc, desc, eq, isNull, or, sql as text } from 'drizzle-orm';
import {
  deploymentEvents,
  deploymentLimits,
  deploymentReplicas,
  deployments,
  models,
} from '@/drizzle/schema';
import { isAny, type Queries, rowsOf } from '../../db/rows';
import type { DeploymentEventRow, DeploymentRow, LimitRow, ReplicaRow } from './deployment-row';

/** Maximum number of events on a page. */
const SHOWN_EVENTS = 100;

/** A deployment with the data of a list. */
export interface ShownDeployment {
  readonly deployment: DeploymentRow;
  readonly modelName: string | null;
  readonly limit: LimitRow | null;
}

const shown = { deployment: deployments, modelName: models.name, limit: deploymentLimits };

/** The deployment with this id, or the one of this name that is not deleted. */
export async function findDeployment(sql: Queries, idOrName: string): Promise<DeploymentRow | undefined> {
  const isNamed = and(eq(deployments.name, idOrName), isNull(deployments.deletedAt));
  const [row] = await rowsOf(sql)
    .select()
    .from(deployments)
    .where(or(eq(deployments.id, idOrName), isNamed))
    .orderBy(text`${deployments.id} = ${idOrName} desc`)
    .limit(1);
  return row;
}

/** Deployments that are not deleted, newest first. */
export function listDeployments(sql: Queries): Promise<ShownDeployment[]> {
  return rowsOf(sql)
    .select(shown)
    .from(deployments)
    .leftJoin(models, eq(models.id, deployments.modelId))
    .leftJoin(deploymentLimits, eq(deploymentLimits.deploymentId, deployments.id))
    .where(isNull(deployments.deletedAt))
    .orderBy(desc(deployments.createdAt), desc(deployments.id));
}

/** One deployment, deleted or not, with the data of a list. */
export async function showDeployment(sql: Queries, id: string): Promise<ShownDeployment | undefined> {
  const [row] = await rowsOf(sql)
    .select(shown)
    .from(deployments)
    .leftJoin(models, eq(models.id, deployments.modelId))
    .leftJoin(deploymentLimits, eq(deploymentLimits.deploymentId, deployments.id))
    .where(eq(deployments.id, id));
  return row;
}

/** Deployments that the controller reconciles. */
export function livingDeployments(sql: Queries): Promise<DeploymentRow[]> {
  return rowsOf(sql)
    .select()
    .from(deployments)
    .where(isNull(deployments.deletedAt))
    .orderBy(asc(deployments.createdAt), asc(deployments.id));
}

/** Replicas of some deployments, in the order of their creation. */
export function replicasOf(sql: Queries, deploymentIds: readonly string[]): Promise<ReplicaRow[]> {
  return rowsOf(sql)
    .select()
    .from(deploymentReplicas)
    .where(isAny(deploymentReplicas.deploymentId, deploymentIds))
    .orderBy(asc(deploymentReplicas.createdAt), asc(deploymentReplicas.id));
}

/** Number of ready replicas of a deployment. */
export async function readyReplicas(sql: Queries, deploymentId: string): Promise<number> {
  const replicas = await replicasOf(sql, [deploymentId]);
  return replicas.filter(({ state }) => state === 'ready').length;
}

/** The newest events of a deployment, newest first. */
export function eventsOfDeployment(sql: Queries, deploymentId: string): Promise<DeploymentEventRow[]> {
  return rowsOf(sql)
    .select()
    .from(deploymentEvents)
    .where(eq(deploymentEvents.deploymentId, deploymentId))
    .orderBy(desc(deploymentEvents.id))
    .limit(SHOWN_EVENTS);
}

/** The newest event of each of some deployments, by the id of the deployment. */
export async function lastEventsOf(
  sql: Queries,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, DeploymentEventRow>> {
  const newest = text`
    select given.id, (select max(e.id) from deployment_events e where e.deployment_id = given.id)
    from unnest(${text.param([...deploymentIds])}::text[]) as given(id)`;
  const rows = await rowsOf(sql)
    .select()
    .from(deploymentEvents)
    .where(text`(${deploymentEvents.deploymentId}, ${deploymentEvents.id}) in (${newest})`);
  return new Map(rows.map((row) => [row.deploymentId, row]));
}

/** The active deployment of a model; the newest of several. */
export async function activeDeploymentOf(
  sql: Queries,
  modelId: string,
  { except }: { readonly except: string },
): Promise<DeploymentRow | undefined> {
  const [row] = await rowsOf(sql)
    .select()
    .from(deployments)
    .where(
      and(
        eq(deployments.modelId, modelId),
        eq(deployments.status, 'active'),
        isNull(deployments.deletedAt),
        text`not starts_with(${deployments.name}, ${except})`,
      ),
    )
    .orderBy(desc(deployments.createdAt))
    .limit(1);
  return row;
}

/** Names of the deployments that use a model, also in their previous release. */
export async function deploymentsOfModel(sql: Queries, modelId: string): Promise<string[]> {
  const isReplaced = text`${deployments.previous}->>'modelId' = ${modelId}`;
  const rows = await rowsOf(sql)
    .select({ name: deployments.name })
    .from(deployments)
    .where(and(or(eq(deployments.modelId, modelId), isReplaced), isNull(deployments.deletedAt)))
    .orderBy(asc(deployments.name));
  return rows.map(({ name }) => name);
}
