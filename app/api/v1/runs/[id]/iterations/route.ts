import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { listIterations } from '@/lib/server/services/runs/iterations';

export const GET = serve(runEndpoints.iterations, listIterations);
