import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { worstCaseOfPipeline } from '@/lib/server/services/pipelines/worst-case';

export const GET = serve(pipelineEndpoints.worstCase, worstCaseOfPipeline);
