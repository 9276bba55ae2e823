import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { exportPipeline, serve } from '@/lib/server';

export const GET = serve(pipelineEndpoints.export, exportPipeline);
