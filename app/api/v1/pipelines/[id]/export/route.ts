import { exportPipeline, handle } from '@/lib/server';

/** The pipeline's canonical text as a file. */
export const GET = handle<{ id: string }>(exportPipeline);
