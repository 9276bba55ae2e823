import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { serve } from '@/lib/server';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.actions, ({ app }) => [...app.actions]);
