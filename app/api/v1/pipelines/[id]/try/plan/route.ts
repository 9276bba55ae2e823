import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import { serve } from '@/lib/server';
import { planTry } from '@/lib/server/services/runs/try-plan';

export const POST = serve(tryEndpoints.plan, planTry);
