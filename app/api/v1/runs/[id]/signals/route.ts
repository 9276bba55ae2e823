import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { signalRun } from '@/lib/server/services/runs/signal';

export const POST = serve(runEndpoints.signal, signalRun);
