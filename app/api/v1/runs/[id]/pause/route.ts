import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { pauseRun } from '@/lib/server/services/runs/pause';

export const POST = serve(runEndpoints.pause, pauseRun);
