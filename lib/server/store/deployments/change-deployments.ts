import { and, desc, eq, isNull, ne, sql as text } from 'drizzle-orm';
import type { Sql, TransactionSql } from 'postgres';
import { inQuery, isRareAction } from '@/drizzle/predicates';
import { auditEvents, deployments } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import { type Queries, rowsOf } from '../../db/rows';
import { type Actor, addEntries } from '../audit';
import { addDeploymentEvent } from './deployment-events';
import { type DeploymentRow, NO_STEP, type Origin } from './deployment-row';
import { signalDeployment } from './signal-deployments';

/** The author of a change of a deployment. */
export interface Author {
  readonly actor: Actor | undefined;
  readonly origin: Origin;
}

/** The local user, because there are no accounts yet. */
export const BY_PERSON: Author = { actor: undefined, origin: NO_STEP };

/** A deployment to be inserted. */
export type NewDeploymentRow = Pick<
  DeploymentRow,
  | 'id'
  | 'name'
  | 'modelId'
  | 'clusterId'
  | 'runtime'
  | 'externalUrl'
  | 'replicas'
  | 'resources'
  | 'autoScaling'
>;

/** Adds a deployment; undefined when its name is in use. */
export async function insertDeployment(
  tx: TransactionSql,
  deployment: NewDeploymentRow,
  { actor, origin }: Author,
): Promise<DeploymentRow | undefined> {
  const [row] = await rowsOf(tx)
    .insert(deployments)
    .values({ ...deployment, ...origin, status: 'pending' })
    .onConflictDoNothing()
    .returning();
  if (!row) return undefined;
  const { id, name, modelId, clusterId, replicas } = row;
  const details = { model_id: modelId, cluster_id: clusterId, replicas };
  const entry = { action: 'deployment.created', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id, name, details }]);
  const event = { kind: 'created', message: `Created with ${countOf(replicas)}.` } as const;
  await addDeploymentEvent(tx, id, event, origin);
  await signalDeployment(tx, id);
  return row;
}

/** Changes the desired state of a deployment. @param change.previous replicas that were ready, for the audit log */
export async function scaleDeployment(
  tx: TransactionSql,
  row: DeploymentRow,
  change: Pick<DeploymentRow, 'replicas' | 'autoScaling'> & { readonly previous: number },
  { actor, origin }: Author,
): Promise<DeploymentRow | undefined> {
  const { replicas, autoScaling, previous } = change;
  const [changed] = await rowsOf(tx)
    .update(deployments)
    .set({ replicas, autoScaling, ...restarted(row), generation: row.generation + 1, updatedAt: NOW })
    .where(and(eq(deployments.id, row.id), ne(deployments.status, 'deleting'), isNull(deployments.deletedAt)))
    .returning();
  if (!changed) return undefined;
  const { id, name } = row;
  const details = { from: row.replicas, to: replicas, ready_before: previous };
  const entry = { action: 'deployment.scaled', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id, name, details }]);
  const message = `Scaled from ${row.replicas} to ${countOf(replicas)}.`;
  await addDeploymentEvent(tx, id, { kind: 'scaled', message }, origin);
  await signalDeployment(tx, id);
  return changed;
}

/** Changes the number of replicas by auto-scaling, unless the deployment was changed meanwhile. */
export async function autoScaleDeployment(
  tx: TransactionSql,
  { id, generation, replicas: from }: DeploymentRow,
  replicas: number,
  why: string,
): Promise<boolean> {
  const rows = await rowsOf(tx)
    .update(deployments)
    .set({ replicas, generation: generation + 1, updatedAt: NOW })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.generation, generation),
        ne(deployments.status, 'deleting'),
        isNull(deployments.deletedAt),
      ),
    )
    .returning({ id: deployments.id });
  if (rows.length === 0) return false;
  const message = `Auto-scaled from ${from} to ${countOf(replicas)}: ${why}.`;
  await addDeploymentEvent(tx, id, { kind: 'scaled', message });
  await signalDeployment(tx, id);
  return true;
}

/** Columns that retry a failed deployment. */
function restarted({ status }: DeploymentRow) {
  return status === 'failed' ? ({ status: 'pending', error: null } as const) : {};
}

/** Retries a failed deployment with the same number of replicas. */
export async function retryDeployment(tx: TransactionSql, row: DeploymentRow): Promise<DeploymentRow> {
  const [changed] = await rowsOf(tx)
    .update(deployments)
    .set({ ...restarted(row), generation: row.generation + 1, updatedAt: NOW })
    .where(and(eq(deployments.id, row.id), eq(deployments.status, 'failed')))
    .returning();
  await signalDeployment(tx, row.id);
  return changed ?? row;
}

/** Marks a deployment as being deleted. */
export async function markDeploymentDeleting(
  tx: TransactionSql,
  { id, name }: DeploymentRow,
  { actor, origin }: Author,
): Promise<void> {
  const rows = await rowsOf(tx)
    .update(deployments)
    .set({ status: 'deleting', generation: text`${deployments.generation} + 1`, updatedAt: NOW })
    .where(and(eq(deployments.id, id), ne(deployments.status, 'deleting'), isNull(deployments.deletedAt)))
    .returning({ id: deployments.id });
  if (rows.length === 0) return;
  const entry = { action: 'deployment.deleted', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id, name }]);
  await addDeploymentEvent(tx, id, { kind: 'deleted', message: 'Deleted.' }, origin);
  await signalDeployment(tx, id);
}

/** The observed state of a deployment. */
export type Observed = Pick<DeploymentRow, 'status' | 'error' | 'observed'>;

/** Writes the observed state, unless the desired state changed meanwhile. */
export async function observeDeployment(
  sql: Queries,
  { id, generation }: DeploymentRow,
  observed: Observed,
): Promise<boolean> {
  const rows = await rowsOf(sql)
    .update(deployments)
    .set({ ...observed, ...(observed.observed === generation && { previous: null }), updatedAt: NOW })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.generation, generation),
        ne(deployments.status, 'deleting'),
        isNull(deployments.deletedAt),
      ),
    )
    .returning({ id: deployments.id });
  if (rows.length > 0) await signalDeployment(sql, id);
  return rows.length > 0;
}

/** Writes why a deletion does not progress; null while it progresses. */
export async function explainDeletion(sql: Sql, id: string, message: string | null): Promise<void> {
  const error: DeploymentRow['error'] =
    message === null ? null : { kind: 'rejected', message, code: 'waiting' };
  const rows = await rowsOf(sql)
    .update(deployments)
    .set({ error, updatedAt: NOW })
    .where(
      and(
        eq(deployments.id, id),
        eq(deployments.status, 'deleting'),
        text`${deployments.error}->>'message' is distinct from ${message}`,
      ),
    )
    .returning({ id: deployments.id });
  if (rows.length > 0) await signalDeployment(sql, id);
}

/** Completes a deletion: the rows of the deployment stay, and its name can be used again. */
export async function finishDeletion(sql: Queries, id: string): Promise<void> {
  await rowsOf(sql)
    .update(deployments)
    .set({ deletedAt: NOW, updatedAt: NOW, error: null })
    .where(and(eq(deployments.id, id), eq(deployments.status, 'deleting')));
  await signalDeployment(sql, id);
}

/** The last change of the number of replicas, from the audit log. */
export async function lastScaling(
  tx: TransactionSql,
  deploymentId: string,
): Promise<
  { readonly runId: string | null; readonly step: string | null; readonly readyBefore: number } | undefined
> {
  const [row] = await rowsOf(tx)
    .select({ runId: auditEvents.actorId, step: auditEvents.actorName, details: auditEvents.details })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.subjectId, deploymentId),
        eq(auditEvents.action, 'deployment.scaled'),
        text.raw(inQuery(isRareAction)),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return row && { runId: row.runId, step: row.step, readyBefore: Number(row.details.ready_before) };
}

/** A number of replicas as text. */
export function countOf(replicas: number): string {
  return replicas === 1 ? '1 replica' : `${replicas} replicas`;
}
