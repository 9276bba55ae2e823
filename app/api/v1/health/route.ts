import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Whether the server and its database answer. */
export const GET = handle(({ app }) => app.health());
