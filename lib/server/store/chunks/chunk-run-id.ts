import { createHash } from 'node:crypto';

/** The id of a chunk's run; stable across takeovers. */
export function chunkRunId(runId: string, key: string): string {
  return `${runId}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
}
