import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { validatePipeline } from '@/lib/server/services/pipelines/validate';

export const dynamic = 'force-dynamic';

export const POST = serve(pipelineEndpoints.validate, validatePipeline);
