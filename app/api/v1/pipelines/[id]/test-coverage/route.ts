import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { serve } from '@/lib/server';

export const GET = serve(testEndpoints.coverage, ({ app }, input) => app.tests.coverage(input));
