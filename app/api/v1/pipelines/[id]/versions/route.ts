import { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { serve } from '@/lib/server';
import { listVersions } from '@/lib/server/services/pipelines/versions';

export const GET = serve(pipelineEndpoints.versions, listVersions);
