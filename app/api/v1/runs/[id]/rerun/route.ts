import { rerunEndpoints } from '@/lib/contracts/endpoints/reruns';
import { serve } from '@/lib/server';
import { submitRerun } from '@/lib/server/services/runs/rerun';

export const POST = serve(rerunEndpoints.start, submitRerun);
