import { and, eq, isNull, ne } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { deployments } from '@/drizzle/schema';
import { NOW } from '@/drizzle/schema/columns';
import type { Failure } from '@/engine';
import { rowsOf } from '../../db/rows';
import { addEntries } from '../audit';
import type { Author } from './change-deployments';
import { addDeploymentEvent } from './deployment-events';
import type { DeploymentRow } from './deployment-row';
import { signalDeployment } from './signal-deployments';

/** The changes of a new release. */
export type NewRelease = Pick<
  DeploymentRow,
  'modelId' | 'runtime' | 'replicas' | 'resources' | 'autoScaling'
>;

/** Writes a new release of a deployment; undefined when the deployment is being deleted. */
export async function writeRelease(
  tx: TransactionSql,
  row: DeploymentRow,
  wanted: NewRelease,
  { actor, origin }: Author,
): Promise<DeploymentRow | undefined> {
  const previous = row.previous ?? servingRelease(row);
  const restarted = previous === null ? ({ status: 'pending', observed: 0 } as const) : {};
  const generation = row.generation + 1;
  const [changed] = await rowsOf(tx)
    .update(deployments)
    .set({
      ...{ ...wanted, ...restarted, previous, generation },
      ...{ release: generation, rolledBack: null, error: null, updatedAt: NOW },
    })
    .where(and(eq(deployments.id, row.id), ne(deployments.status, 'deleting'), isNull(deployments.deletedAt)))
    .returning();
  if (!changed) return undefined;
  const details = { from_model: row.modelId, to_model: wanted.modelId, replicas: wanted.replicas };
  const entry = { action: 'deployment.updated', subject: 'deployment', ...(actor && { actor }) } as const;
  await addEntries(tx, entry, [{ id: row.id, name: row.name, details }]);
  const message = `Updated from model ${row.modelId} to model ${wanted.modelId}, as release ${generation}.`;
  await addDeploymentEvent(tx, row.id, { kind: 'updated', message }, origin);
  await signalDeployment(tx, row.id);
  return changed;
}

/** The release to roll back to; null when none serves. */
function servingRelease(row: DeploymentRow): DeploymentRow['previous'] {
  if (row.observed === 0 || row.status === 'failed') return null;
  const { release, modelId, runtime, replicas, resources, autoScaling } = row;
  return { release, modelId, runtime, replicas, resources, autoScaling };
}

/** Returns to the previous release, whose replicas still serve. False when there is none, or the deployment changed meanwhile. */
export async function rollBackRelease(
  tx: TransactionSql,
  { id, generation, release, previous }: DeploymentRow,
  { message }: Failure,
): Promise<boolean> {
  if (previous === null) return false;
  const rows = await rowsOf(tx)
    .update(deployments)
    .set({
      ...{ ...previous, previous: null, error: null, generation: generation + 1 },
      ...{ rolledBack: { release, message }, updatedAt: NOW },
    })
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
  const event = `Release ${release} was rolled back, and model ${previous.modelId} keeps serving. ${message}`;
  await addDeploymentEvent(tx, id, { kind: 'rolled_back', message: event });
  await signalDeployment(tx, id);
  return true;
}
