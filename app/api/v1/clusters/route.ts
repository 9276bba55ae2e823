import { clusterEndpoints } from '@/lib/contracts/endpoints/clusters';
import { serve } from '@/lib/server';
import { addCluster } from '@/lib/server/services/clusters/add';
import { listClusters } from '@/lib/server/services/clusters/list';

export const dynamic = 'force-dynamic';

export const GET = serve(clusterEndpoints.list, listClusters);

export const POST = serve(clusterEndpoints.add, addCluster);
