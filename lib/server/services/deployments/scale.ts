import type { z } from 'zod';
import type { DeploymentSummary, scaleDeploymentInput } from '@/lib/contracts/deployments';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import type { ServiceContext } from '../context';
import { answering } from './refused';
import { showOne } from './show';

/** Changes the number of replicas, and does not wait for them. @throws NotFound @throws Conflict @throws Unprocessable */
export async function scaleDeployment(
  ctx: Pick<ServiceContext, 'sql' | 'deployments'>,
  { name, replicas }: z.output<typeof scaleDeploymentInput>,
): Promise<DeploymentSummary> {
  const { row } = await answering(ctx.deployments.registry.scaleAs(name, replicas, BY_PERSON));
  return showOne(ctx, row);
}
