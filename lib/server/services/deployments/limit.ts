import type { z } from 'zod';
import type { DeploymentSummary, limitDeploymentInput } from '@/lib/contracts/deployments';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import type { ServiceContext } from '../context';
import { answering } from './refused';
import { showOne } from './show';

/** Sets the rate limit of a deployment. @throws NotFound @throws Conflict */
export async function limitDeployment(
  ctx: Pick<ServiceContext, 'sql' | 'deployments'>,
  { name, ...limit }: z.output<typeof limitDeploymentInput>,
): Promise<DeploymentSummary> {
  return showOne(ctx, await answering(ctx.deployments.registry.limitAs(name, limit, BY_PERSON)));
}
