import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { countRuns } from '@/lib/server/services/runs/count';

export const dynamic = 'force-dynamic';

export const GET = serve(runEndpoints.count, countRuns);
