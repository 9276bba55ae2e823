import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { sendSnapshot, serve } from '@/lib/server';

export const GET = serve(runEndpoints.snapshot, sendSnapshot);
