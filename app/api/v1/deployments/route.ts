import { deploymentEndpoints } from '@/lib/contracts/endpoints/deployments';
import { serve } from '@/lib/server';
import { createDeployment } from '@/lib/server/services/deployments/create';
import { listDeployments } from '@/lib/server/services/deployments/list';

export const dynamic = 'force-dynamic';

export const GET = serve(deploymentEndpoints.list, listDeployments);

export const POST = serve(deploymentEndpoints.create, createDeployment);
