import { answerHook, handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Starts a run with what was sent. The address itself, and what its trigger asks for besides, say who may. */
export const POST = handle<{ id: string; token: string }>(answerHook, { fromAnywhere: true });
