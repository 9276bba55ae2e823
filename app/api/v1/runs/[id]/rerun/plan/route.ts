import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { serve } from '@/lib/server';
import { planRunAgain } from '@/lib/server/services/runs/rerun-plan';

export const POST = serve(rerunEndpoints.plan, planRunAgain);
