import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { serve } from '@/lib/server';
import { readOpenApi } from '@/lib/server/services/system/openapi';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.openapi, readOpenApi);
