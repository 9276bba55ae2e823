import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { pipelineParams } from '@/lib/server/services/runs/pipeline-params';

export const GET = serve(pipelineEndpoints.params, pipelineParams);
