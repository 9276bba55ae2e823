import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { pinRun } from '@/lib/server/services/runs/pin';

export const PUT = serve(runEndpoints.pin, (ctx, { id }) => pinRun(ctx, { id, pinned: true }));

export const DELETE = serve(runEndpoints.unpin, (ctx, { id }) => pinRun(ctx, { id, pinned: false }));
