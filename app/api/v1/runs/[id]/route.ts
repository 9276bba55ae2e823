import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { getRun } from '@/lib/server/services/runs/get';

export const GET = serve(runEndpoints.get, getRun);
