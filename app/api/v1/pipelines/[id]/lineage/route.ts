import { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import { serve } from '@/lib/server';
import { lineageOfDraft } from '@/lib/server/services/pipelines/lineage';

export const GET = serve(lineageEndpoints.ofPipeline, lineageOfDraft);
