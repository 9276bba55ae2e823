import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { addTrigger } from '@/lib/server/services/triggers/add';
import { listTriggers } from '@/lib/server/services/triggers/list';

export const GET = serve(triggerEndpoints.list, async (ctx, input) => ({
  triggers: await listTriggers(ctx, input),
}));

export const POST = serve(triggerEndpoints.add, addTrigger);
