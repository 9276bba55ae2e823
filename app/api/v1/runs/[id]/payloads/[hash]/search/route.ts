import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { searchPayload } from '@/lib/server/services/runs/payload-parts';

export const GET = serve(runEndpoints.payloadSearch, searchPayload);
