import { modelEndpoints } from '@/lib/contracts/endpoints/models';
import { serve } from '@/lib/server';
import { addModel } from '@/lib/server/services/models/add';
import { listModels } from '@/lib/server/services/models/list';

export const dynamic = 'force-dynamic';

export const GET = serve(modelEndpoints.list, (ctx) => listModels(ctx));

export const POST = serve(modelEndpoints.add, addModel);
