import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { cancelRun } from '@/lib/server/services/runs/cancel';

export const POST = serve(runEndpoints.cancel, cancelRun);
