import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { serve } from '@/lib/server';
import { addCloudModel } from '@/lib/server/services/models/add-cloud';

export const POST = serve(modelEndpoints.addCloud, addCloudModel);
