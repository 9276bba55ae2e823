import { handle } from '@/lib/server';

export const dynamic = 'force-dynamic';

/** Every process that carries out runs, and the queue. */
export const GET = handle(({ app }) => app.workers());
