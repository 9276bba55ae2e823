import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { serve } from '@/lib/server';
import { diffWithPlan } from '@/lib/server/services/runs/plan-diff';

export const POST = serve(rerunEndpoints.diff, diffWithPlan);
