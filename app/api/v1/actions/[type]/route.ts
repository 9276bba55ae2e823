import { handle } from '@/lib/server';

/** One action by type or alias. */
export const GET = handle<{ type: string }>(({ app, params }) => app.action(params.type));
