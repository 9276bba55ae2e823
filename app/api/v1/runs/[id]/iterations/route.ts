import { handle, sendIterations } from '@/lib/server';

/** Iterations of a long loop: `?step=` names it, `?from=` and `?limit=` page through them, `?only=failed` leaves the others out. */
export const GET = handle<{ id: string }>(sendIterations);
