import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { resumeRun } from '@/lib/server/services/runs/resume';

export const POST = serve(runEndpoints.resume, resumeRun);
