import type { z } from 'zod';
import type { DeploymentSummary, releaseDeploymentInput } from '@/lib/contracts/deployments';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import type { ServiceContext } from '../context';
import { answering } from './refused';
import { showOne } from './show';

/** Writes a new release, and does not wait for its replicas. @throws NotFound @throws Conflict @throws Unprocessable */
export async function releaseDeployment(
  ctx: Pick<ServiceContext, 'sql' | 'deployments'>,
  { name, model_id: modelId, runtime, resources }: z.output<typeof releaseDeploymentInput>,
): Promise<DeploymentSummary> {
  const change = { modelId, resources, ...(runtime === undefined ? {} : { runtime }) };
  return showOne(ctx, await answering(ctx.deployments.registry.releaseAs(name, change, BY_PERSON)));
}
