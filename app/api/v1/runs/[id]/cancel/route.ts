import { handle } from '@/lib/server';

/** Asks a run to stop. */
export const POST = handle<{ id: string }>(({ app, params }) => app.runs.cancel({ id: params.id }));
