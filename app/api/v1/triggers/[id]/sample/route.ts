import { triggerEndpoints } from '@/lib/contracts/endpoints/triggers';
import { serve } from '@/lib/server';
import { listen, readSample, stopListening } from '@/lib/server/services/triggers/listen';

export const GET = serve(triggerEndpoints.sample, readSample);

export const POST = serve(triggerEndpoints.listen, listen);

export const DELETE = serve(triggerEndpoints.stopListening, stopListening);
