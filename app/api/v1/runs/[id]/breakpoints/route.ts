import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { serve } from '@/lib/server';
import { setRunBreakpoints } from '@/lib/server/services/runs/debug/set-run-breakpoints';

export const PUT = serve(breakpointEndpoints.setRunBreakpoints, setRunBreakpoints);
