import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { sendPayload, serve } from '@/lib/server';

export const GET = serve(runEndpoints.payload, sendPayload);
