import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { revokeDeploymentKey } from '@/lib/server/services/deployments/revoke-key';

export const DELETE = serve(deploymentEndpoints.revokeKey, revokeDeploymentKey);
