import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { serve, streamRun } from '@/lib/server';

export const GET = serve(runEventEndpoints.events, streamRun);
