import { handle, sendPayload } from '@/lib/server';

/** A large value of a run; `?download=1` makes it a file. */
export const GET = handle<{ id: string; hash: string }>(sendPayload);
