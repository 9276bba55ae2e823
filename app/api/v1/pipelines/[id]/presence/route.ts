import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { reportPresence } from '@/lib/server/services/pipelines/presence';

export const PUT = serve(pipelineEndpoints.presence, reportPresence);
