import { and, eq, isNotNull, isNull, not, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runEvents, runs } from '@/drizzle/schema';
import { type ChunkStatus, type RunEvent, readChunkEnd } from '@/engine';
import { isAny, type RowOf, rowsOf } from '../../db/rows';

/** Statuses of chunks that ended or are idle, except those with a resume command that is not applied yet. */
export async function readIdleChunks(
  sql: Sql,
  runId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ChunkStatus>> {
  const isStopped = or(eq(runs.hold, 'quarantined'), and(isNull(runs.hold), eq(runs.status, 'waiting')));
  const isIdle = and(isStopped, isNull(runs.owner), isNull(runs.wakeAt), not(runs.cancelRequested));
  const rows = await rowsOf(sql)
    .select({
      key: text<string>`${runs.chunkKey}`,
      hold: runs.hold,
      body: text<string | null>`${runEvents.body}::text`,
    })
    .from(runs)
    .leftJoin(
      runEvents,
      and(eq(runEvents.runId, runs.id), eq(runEvents.seq, runs.lastSeq), isNotNull(runs.finishedAt)),
    )
    .where(and(eq(runs.chunkOf, runId), isAny(runs.chunkKey, keys), or(isNotNull(runs.finishedAt), isIdle)));
  const statuses = new Map<string, ChunkStatus>();
  for (const { key, hold, body } of rows) {
    // The journal writes lines from typed events only.
    const status = body === null ? idleStatus(hold) : readChunkEnd(JSON.parse(body) as RunEvent);
    if (status) statuses.set(key, status);
  }
  return statuses;
}

function idleStatus(hold: RowOf<typeof runs>['hold']): ChunkStatus {
  return hold === null ? 'waiting' : 'quarantined';
}
