import { handle, sendFile } from '@/lib/server';

/** A file of a run to keep, by its id or the SHA-256 of its content. */
export const GET = handle<{ id: string; file: string }>(sendFile);
