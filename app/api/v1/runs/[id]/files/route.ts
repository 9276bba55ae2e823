import { handle, sendFiles } from '@/lib/server';

/** Files that a run made, oldest first; `?after=` and `?limit=` page through them. */
export const GET = handle<{ id: string }>(sendFiles);
