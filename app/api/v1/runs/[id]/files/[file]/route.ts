import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { sendFile, serve } from '@/lib/server';

export const GET = serve(runEndpoints.file, sendFile);
