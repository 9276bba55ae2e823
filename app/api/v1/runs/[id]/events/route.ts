import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve, streamRun } from '@/lib/server';

export const GET = serve(runEndpoints.events, streamRun);
