import { lineageEndpoints } from '@/lib/contracts/endpoints/lineage';
import { serve } from '@/lib/server';
import { whyOfStep } from '@/lib/server/services/runs/why';

export const GET = serve(lineageEndpoints.why, whyOfStep);
