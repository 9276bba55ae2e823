import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { createDeploymentKey } from '@/lib/server/services/deployments/create-key';
import { listDeploymentKeys } from '@/lib/server/services/deployments/keys';

export const GET = serve(deploymentEndpoints.keys, listDeploymentKeys);

export const POST = serve(deploymentEndpoints.createKey, createDeploymentKey);
