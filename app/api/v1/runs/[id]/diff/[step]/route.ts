import { runDiffEndpoints } from '@/lib/contracts/endpoints/run-diffs';
import { serve } from '@/lib/server';
import { diffOfStep } from '@/lib/server/services/runs/diff-step';

export const GET = serve(runDiffEndpoints.diffStep, diffOfStep);
