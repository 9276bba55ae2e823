import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';

export const GET = serve(pipelineEndpoints.shapes, ({ app }, input) => app.shapes.ofPipeline(input));
