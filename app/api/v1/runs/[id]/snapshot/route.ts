import { runEventEndpoints } from '@/lib/contracts/endpoints/run-events';
import { sendSnapshot, serve } from '@/lib/server';

export const GET = serve(runEventEndpoints.snapshot, sendSnapshot);
