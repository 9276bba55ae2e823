import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { getDeployment } from '@/lib/server/services/deployments/get';
import { removeDeployment } from '@/lib/server/services/deployments/remove';

export const GET = serve(deploymentEndpoints.get, getDeployment);

export const DELETE = serve(deploymentEndpoints.remove, removeDeployment);
