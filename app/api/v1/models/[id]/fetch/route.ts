import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { serve } from '@/lib/server';
import { fetchModelAgain } from '@/lib/server/services/models/fetch-again';

export const POST = serve(modelEndpoints.fetch, fetchModelAgain);
