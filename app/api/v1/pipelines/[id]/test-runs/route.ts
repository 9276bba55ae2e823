import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { serve } from '@/lib/server';

export const POST = serve(testEndpoints.run, ({ app }, input) => app.tests.run(input));
