import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';

export const GET = serve(pipelineEndpoints.samples, ({ app }, input) => app.shapes.samples(input));
