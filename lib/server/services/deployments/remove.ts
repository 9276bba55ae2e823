import type { DeploymentSummary } from '@/lib/contracts/deployments';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import type { ServiceContext } from '../context';
import { answering } from './refused';
import { showOne } from './show';

/** Deletes a deployment, and does not wait for its replicas. @throws NotFound */
export async function removeDeployment(
  ctx: Pick<ServiceContext, 'sql' | 'deployments'>,
  { name }: { name: string },
): Promise<DeploymentSummary> {
  return showOne(ctx, await answering(ctx.deployments.registry.deleteAs(name, BY_PERSON)));
}
