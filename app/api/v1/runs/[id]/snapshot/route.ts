import { handle, sendSnapshot } from '@/lib/server';

/** The events of a run in their shortest form, `{ events, seq }`; `?after=` leaves out what is known. */
export const GET = handle<{ id: string }>(sendSnapshot);
