import { runTimeEndpoints } from '@/lib/contracts/endpoints/run-time';
import { serve } from '@/lib/server';
import { timeOfRun } from '@/lib/server/services/runs/time';

export const GET = serve(runTimeEndpoints.time, timeOfRun);
