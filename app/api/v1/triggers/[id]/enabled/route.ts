import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { enableTrigger } from '@/lib/server/services/triggers/change';

export const PUT = serve(triggerEndpoints.enable, enableTrigger);
