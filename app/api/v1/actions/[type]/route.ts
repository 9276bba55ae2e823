import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { serve } from '@/lib/server';
import { getAction } from '@/lib/server/services/actions/get';

export const GET = serve(systemEndpoints.action, getAction);
