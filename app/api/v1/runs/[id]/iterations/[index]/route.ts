import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { serve } from '@/lib/server';
import { eventsOfIteration } from '@/lib/server/services/runs/iterations';

export const GET = serve(runEventEndpoints.iteration, async (ctx, input) => ({
  events: await eventsOfIteration(ctx, input),
}));
