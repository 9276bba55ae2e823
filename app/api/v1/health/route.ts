import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** How the server is, and why when it accepts no runs. */
export const GET = handle(({ app }) => app.health());
