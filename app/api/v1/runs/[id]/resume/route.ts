import { handle } from '@/lib/server';

/** Lets a run that is paused, or quarantined, go on. */
export const POST = handle<{ id: string }>(({ app, params }) => app.runs.resume({ id: params.id }));
