import { handle, sendIteration } from '@/lib/server';

/** The events of one iteration of the long loop that `?step=` names. */
export const GET = handle<{ id: string; index: string }>(sendIteration);
