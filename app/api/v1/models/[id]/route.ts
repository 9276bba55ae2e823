import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { serve } from '@/lib/server';
import { getModel } from '@/lib/server/services/models/get';
import { removeModel } from '@/lib/server/services/models/remove';

export const GET = serve(modelEndpoints.get, getModel);

export const DELETE = serve(modelEndpoints.remove, removeModel);
