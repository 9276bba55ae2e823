import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { serve } from '@/lib/server';
import { listWorkersAndQueue } from '@/lib/server/services/workers/list';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.workers, listWorkersAndQueue);
