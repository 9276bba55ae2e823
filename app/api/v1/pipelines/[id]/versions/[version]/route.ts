import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { getVersion } from '@/lib/server/services/pipelines/versions';

export const GET = serve(pipelineEndpoints.version, getVersion);
