import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { serve } from '@/lib/server';
import { getPipelineTest, removePipelineTest } from '@/lib/server/services/runs/tests/saved-tests';

export const GET = serve(testEndpoints.get, getPipelineTest);

export const PUT = serve(testEndpoints.change, ({ app }, input) => app.tests.change(input));

export const DELETE = serve(testEndpoints.remove, removePipelineTest);
