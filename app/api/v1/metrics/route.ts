import { handle, sendMetrics } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** What is measured, in Prometheus' text format. */
export const GET = handle(sendMetrics);
