import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { listFiles } from '@/lib/server/services/files/list';

export const GET = serve(runEndpoints.files, listFiles);
