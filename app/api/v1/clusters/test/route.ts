import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { serve } from '@/lib/server';
import { testCluster } from '@/lib/server/services/clusters/test';

export const POST = serve(clusterEndpoints.test, testCluster);
