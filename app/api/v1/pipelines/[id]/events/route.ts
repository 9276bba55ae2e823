import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve, streamDraft } from '@/lib/server';

export const GET = serve(pipelineEndpoints.events, streamDraft);
