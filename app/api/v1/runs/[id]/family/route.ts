import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { serve } from '@/lib/server';
import { runFamily } from '@/lib/server/services/runs/family';

export const GET = serve(rerunEndpoints.family, runFamily);
