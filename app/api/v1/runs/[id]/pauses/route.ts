import { breakpointEndpoints } from '@/lib/contracts/endpoints/breakpoints';
import { serve } from '@/lib/server';
import { answerPause } from '@/lib/server/services/runs/debug/answer-pause';
import { listPauses } from '@/lib/server/services/runs/debug/pauses';

export const GET = serve(breakpointEndpoints.pauses, listPauses);

export const POST = serve(breakpointEndpoints.answer, answerPause);
