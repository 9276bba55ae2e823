import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { createPipeline } from '@/lib/server/services/pipelines/create';
import { listPipelines } from '@/lib/server/services/pipelines/list';

export const dynamic = 'force-dynamic';

export const GET = serve(pipelineEndpoints.list, async (ctx) => ({ pipelines: await listPipelines(ctx) }));

export const POST = serve(pipelineEndpoints.create, (ctx, input) => createPipeline(ctx, input, 'api'));
