import { secretEndpoints } from '@/lib/contracts/endpoints/secrets';
import { serve } from '@/lib/server';
import { addSecret } from '@/lib/server/services/secrets/add';
import { listSecrets } from '@/lib/server/services/secrets/list';

export const dynamic = 'force-dynamic';

export const GET = serve(secretEndpoints.list, async (ctx) => ({ secrets: await listSecrets(ctx) }));

export const POST = serve(secretEndpoints.add, addSecret);
