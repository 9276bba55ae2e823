import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { renewAddress } from '@/lib/server/services/triggers/renew-address';

export const POST = serve(triggerEndpoints.renewAddress, renewAddress);
