import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { organisePipeline } from '@/lib/server/services/pipelines/organise';

export const PUT = serve(pipelineEndpoints.organise, organisePipeline);
