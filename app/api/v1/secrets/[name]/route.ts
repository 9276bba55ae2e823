import { secretEndpoints } from '@/lib/contracts/endpoints/secrets';
import { serve } from '@/lib/server';
import { changeSecret } from '@/lib/server/services/secrets/change';
import { removeSecret } from '@/lib/server/services/secrets/remove';

export const PUT = serve(secretEndpoints.change, changeSecret);

export const DELETE = serve(secretEndpoints.remove, (ctx, input) => removeSecret(ctx, input));
