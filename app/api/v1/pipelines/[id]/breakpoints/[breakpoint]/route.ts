import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { serve } from '@/lib/server';
import { removeBreakpoint, setBreakpoint } from '@/lib/server/services/runs/debug/breakpoints';

export const PUT = serve(breakpointEndpoints.set, setBreakpoint);

export const DELETE = serve(breakpointEndpoints.remove, removeBreakpoint);
