import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Every action as data, in palette order. */
export const GET = handle(({ app }) => app.actions);
