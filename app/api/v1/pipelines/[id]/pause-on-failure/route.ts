import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { serve } from '@/lib/server';
import { setPauseOnFailure } from '@/lib/server/services/runs/debug/breakpoints';

export const PUT = serve(breakpointEndpoints.setPauseOnFailure, setPauseOnFailure);
