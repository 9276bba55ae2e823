import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { limitDeployment } from '@/lib/server/services/deployments/limit';

export const PUT = serve(deploymentEndpoints.limit, limitDeployment);
