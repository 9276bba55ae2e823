import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { serve } from '@/lib/server';
import { listPipelineTests } from '@/lib/server/services/runs/tests/saved-tests';

export const GET = serve(testEndpoints.list, listPipelineTests);

export const POST = serve(testEndpoints.add, ({ app }, input) => app.tests.add(input));
