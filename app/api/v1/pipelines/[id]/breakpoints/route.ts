import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { serve } from '@/lib/server';
import { listBreakpoints } from '@/lib/server/services/runs/debug/breakpoints';

export const GET = serve(breakpointEndpoints.list, listBreakpoints);
