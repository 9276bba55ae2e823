import { systemEndpoints } from '@/lib/contracts/endpoints/system';
import { serve } from '@/lib/server';
import { listAudit } from '@/lib/server/services/audit/list';

export const dynamic = 'force-dynamic';

export const GET = serve(systemEndpoints.audit, listAudit);
