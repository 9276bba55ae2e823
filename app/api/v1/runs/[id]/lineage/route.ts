import { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import { serve } from '@/lib/server';
import { lineageOfRun } from '@/lib/server/services/runs/lineage';

export const GET = serve(lineageEndpoints.ofRun, lineageOfRun);
