import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { lastInputs } from '@/lib/server/services/runs/last-inputs';

export const GET = serve(pipelineEndpoints.lastInputs, lastInputs);
