import { handle } from '@/lib/server';

/** Asks a run to start nothing more until it is resumed. */
export const POST = handle<{ id: string }>(({ app, params }) => app.runs.pause({ id: params.id }));
