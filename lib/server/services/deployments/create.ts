import type { z } from 'zod';
import type { createDeploymentInput, DeploymentSummary } from '@/lib/contracts/deployments';
import { BY_PERSON } from '../../store/deployments/change-deployments';
import type { ServiceContext } from '../context';
import { answering } from './refused';
import { showOne } from './show';

/** Creates a deployment, and does not wait for its replicas. @throws Conflict @throws Unprocessable */
export async function createDeployment(
  ctx: Pick<ServiceContext, 'sql' | 'deployments'>,
  input: z.output<typeof createDeploymentInput>,
): Promise<DeploymentSummary> {
  const { name, replicas, runtime, resources } = input;
  const wanted = {
    ...{ name, replicas, resources },
    modelId: input.model_id,
    clusterId: input.cluster_id,
    ...(runtime === undefined ? {} : { runtime }),
    ...(input.external_url === undefined ? {} : { externalUrl: input.external_url }),
    ...(input.auto_scaling === undefined ? {} : { autoScaling: input.auto_scaling }),
  };
  return showOne(ctx, await answering(ctx.deployments.registry.createAs(wanted, BY_PERSON)));
}
