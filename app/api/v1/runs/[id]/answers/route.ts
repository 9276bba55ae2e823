import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { resolveInterrupted } from '@/lib/server/services/runs/resolve';

export const POST = serve(runEndpoints.answer, resolveInterrupted);
