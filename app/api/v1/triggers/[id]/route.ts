import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { changeTrigger } from '@/lib/server/services/triggers/change';
import { detailOf } from '@/lib/server/services/triggers/detail';
import { removeTrigger } from '@/lib/server/services/triggers/remove';

export const GET = serve(triggerEndpoints.get, (ctx, { id }) => detailOf(ctx, id));

export const PUT = serve(triggerEndpoints.change, changeTrigger);

export const DELETE = serve(triggerEndpoints.remove, removeTrigger);
