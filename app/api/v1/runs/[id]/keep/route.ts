import { runEndpoints } from '@/lib/contracts/endpoints/runs';
import { serve } from '@/lib/server';
import { keepRun } from '@/lib/server/services/runs/keep';

export const PUT = serve(runEndpoints.pin, (ctx, { id }) => keepRun(ctx, { id, kept: true }));

export const DELETE = serve(runEndpoints.unpin, (ctx, { id }) => keepRun(ctx, { id, kept: false }));
