import { testEndpoints } from '@/lib/contracts/endpoints/pipeline-tests';
import { serve } from '@/lib/server';
import { exportTests } from '@/lib/server/services/runs/tests/saved-tests';

export const GET = serve(testEndpoints.file, exportTests);
