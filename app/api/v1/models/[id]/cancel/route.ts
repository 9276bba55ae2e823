import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { serve } from '@/lib/server';
import { cancelModel } from '@/lib/server/services/models/cancel';

export const POST = serve(modelEndpoints.cancel, cancelModel);
