import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { serve } from '@/lib/server';
import { sinceWorked } from '@/lib/server/services/runs/since-worked';

export const GET = serve(runDiffEndpoints.sinceWorked, sinceWorked);
