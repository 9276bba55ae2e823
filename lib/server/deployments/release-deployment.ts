import type { NewDeployment } from '@/engine/deployments';
import type { Author } from '../store/deployments/change-deployments';
import type { DeploymentRow } from '../store/deployments/deployment-row';
import { lockDeployments } from '../store/deployments/lock-deployments';
import { findDeployment } from '../store/deployments/read-deployments';
import { readCapacity } from './capacity';
import { type CreateOptions, runtimeFor } from './create-deployment';
import { unknownDeployment } from './refusals';
import { updateIn } from './update-deployment';

/** What a new release has; its number of replicas and its place stay. */
export type ReleaseChange = Pick<NewDeployment, 'modelId' | 'runtime' | 'resources'>;

/** Writes a new release of a deployment. Does not wait for its replicas. @throws ActionError */
export async function releaseDeployment(
  options: CreateOptions,
  known: DeploymentRow,
  { change, author }: { readonly change: ReleaseChange; readonly author: Author },
): Promise<DeploymentRow> {
  const runtime = await runtimeFor(options, wantedOf(known, change));
  const capacity =
    known.externalUrl === null ? await readCapacity(options.clusters, known.clusterId) : undefined;
  return lockDeployments(options.sql, async (tx) => {
    const row = await findDeployment(tx, known.id);
    if (!row || row.deletedAt !== null) throw unknownDeployment(known.name);
    return updateIn(tx, row, { wanted: wantedOf(row, change), runtime, capacity, author });
  });
}

function wantedOf(row: DeploymentRow, change: ReleaseChange): NewDeployment {
  const { name, clusterId, replicas, externalUrl, autoScaling } = row;
  return {
    ...{ name, clusterId, replicas },
    ...(externalUrl !== null && { externalUrl }),
    ...(autoScaling && { autoScaling }),
    ...change,
  };
}
