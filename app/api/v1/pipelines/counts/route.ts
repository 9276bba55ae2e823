import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { countPipelines } from '@/lib/server/services/pipelines/count';

export const dynamic = 'force-dynamic';

export const GET = serve(pipelineEndpoints.count, countPipelines);
