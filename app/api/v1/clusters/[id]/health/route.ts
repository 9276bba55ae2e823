import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { serve } from '@/lib/server';
import { checkCluster } from '@/lib/server/services/clusters/health';

export const dynamic = 'force-dynamic';

export const GET = serve(clusterEndpoints.health, checkCluster);
