import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import type { Liveness } from '@/lib/contracts/health';
import { serve } from '@/lib/server';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.live, (): Liveness => ({ status: 'ok' }));
