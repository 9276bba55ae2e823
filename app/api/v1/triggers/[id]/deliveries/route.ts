import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { listDeliveries } from '@/lib/server/services/triggers/deliveries';

export const GET = serve(triggerEndpoints.deliveries, listDeliveries);
