import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { scaleDeployment } from '@/lib/server/services/deployments/scale';

export const POST = serve(deploymentEndpoints.scale, scaleDeployment);
