import { handle, streamRun } from '@/lib/server';

/** The events of a run as server-sent events; `Last-Event-ID` or `?after=` resumes. */
export const GET = handle<{ id: string }>(streamRun);
