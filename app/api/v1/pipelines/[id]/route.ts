import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { getPipeline } from '@/lib/server/services/pipelines/get';
import { savePipeline } from '@/lib/server/services/pipelines/save';

export const GET = serve(pipelineEndpoints.get, getPipeline);

export const PUT = serve(pipelineEndpoints.save, (ctx, input) => savePipeline(ctx, input));
