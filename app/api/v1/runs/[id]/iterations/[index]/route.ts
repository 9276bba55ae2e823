import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { eventsOfIteration } from '@/lib/server/services/runs/iterations';

export const GET = serve(runEndpoints.iteration, async (ctx, input) => ({
  events: await eventsOfIteration(ctx, input),
}));
