import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { listRuns } from '@/lib/server/services/runs/list';
import { submitRun } from '@/lib/server/services/runs/submit';

export const dynamic = 'force-dynamic';

export const GET = serve(runEndpoints.list, listRuns);

export const POST = serve(runEndpoints.start, submitRun);
