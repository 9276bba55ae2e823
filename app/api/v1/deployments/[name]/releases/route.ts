import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { releaseDeployment } from '@/lib/server/services/deployments/release';

export const POST = serve(deploymentEndpoints.release, releaseDeployment);
