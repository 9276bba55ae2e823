import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { serve } from '@/lib/server';
import { removeCluster } from '@/lib/server/services/clusters/remove';

export const DELETE = serve(clusterEndpoints.remove, removeCluster);
