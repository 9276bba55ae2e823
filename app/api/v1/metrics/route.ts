import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { sendMetrics, serve } from '@/lib/server';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.metrics, sendMetrics);
