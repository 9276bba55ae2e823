import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { replicasOf, showDeployment } from '../../store/deployments/read-deployments';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';
import { originsOf } from '../step-origin';
import { summaryOf } from './summary';

/** One deployment as a list shows it, also while it is being deleted. @throws NotFound */
export async function showOne(
  { sql, deployments }: Pick<ServiceContext, 'sql' | 'deployments'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<DeploymentSummary> {
  const row = await showDeployment(sql, id);
  if (!row) throw doesNotExist('deployment', name);
  const [replicas, originOf, endpointUrl] = await Promise.all([
    replicasOf(sql, [id]),
    originsOf(sql, [row.deployment]),
    deployments.registry.urlOf(name),
  ]);
  return summaryOf(row, { replicas, originOf, endpointUrl });
}
