import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { sendRunFile, serve } from '@/lib/server';

export const GET = serve(runEndpoints.export, sendRunFile);
