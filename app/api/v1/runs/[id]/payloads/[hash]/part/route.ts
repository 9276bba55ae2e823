import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { payloadPart } from '@/lib/server/services/runs/payload-parts';

export const GET = serve(runEndpoints.payloadPart, payloadPart);
