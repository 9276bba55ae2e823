import { handle } from '@/lib/server';

/** A run with its params and definition. */
export const GET = handle<{ id: string }>(({ app, params }) => app.runs.get({ id: params.id }));
