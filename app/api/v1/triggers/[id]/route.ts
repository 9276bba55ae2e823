import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { detailOf } from '@/lib/server/services/triggers/detail';

export const GET = serve(triggerEndpoints.get, (ctx, { id }) => detailOf(ctx, id));
