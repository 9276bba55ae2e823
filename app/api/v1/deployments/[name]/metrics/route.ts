import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { deploymentMetrics } from '@/lib/server/services/deployments/metrics';

export const GET = serve(deploymentEndpoints.metrics, deploymentMetrics);
