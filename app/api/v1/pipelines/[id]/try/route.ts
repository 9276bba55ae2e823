import { tryEndpoints } from '@/lib/contracts/endpoints/tries';
import { serve } from '@/lib/server';
import { submitTry } from '@/lib/server/services/runs/try';

export const POST = serve(tryEndpoints.start, submitTry);
