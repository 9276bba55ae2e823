import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { createPipeline } from '@/lib/server/services/pipelines/create';
import { pageOfPipelines } from '@/lib/server/services/pipelines/list';

export const dynamic = 'force-dynamic';

export const GET = serve(pipelineEndpoints.list, pageOfPipelines);

export const POST = serve(pipelineEndpoints.create, (ctx, input) => createPipeline(ctx, input, 'api'));
