import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { serve } from '@/lib/server';
import { diffOfRuns } from '@/lib/server/services/runs/diff';

export const GET = serve(runDiffEndpoints.diff, diffOfRuns);
