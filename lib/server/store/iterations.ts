import { and, between, eq, gte, inArray, isNull, ne, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runEvents, runs } from '@/drizzle/schema';
import { type ChunksState, chunkKey, foldEvents, type RunEvent } from '@/engine';
import { isAny, rowsOf } from '../db/rows';
import { type EventRow, parseEvent, toLine } from './event-lines';

/** A chunked loop in the journal of its run. */
export interface ChunkedLoop {
  readonly chunks: ChunksState;
  /** The key of a chunk's run. */
  readonly keyOf: (chunk: number) => string;
}

const eventColumns = {
  seq: runEvents.seq,
  at: runEvents.at,
  type: runEvents.type,
  body: text<string>`${runEvents.body}::text`,
};

/** Index of an event in the outermost loop. */
const outermost = text<number>`${runEvents.iteration}[1]`;

/** Events of an iteration itself, not of loops inside it. */
const isOfIteration = text`cardinality(${runEvents.iteration}) = 1`;

/** The newest attempt of a chunked loop; undefined when the step is not one. */
export async function chunkedLoop(sql: Sql, runId: string, step: string): Promise<ChunkedLoop | undefined> {
  const rows = await rowsOf(sql)
    .select(eventColumns)
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, runId),
        eq(runEvents.step, step),
        isNull(runEvents.iteration),
        inArray(runEvents.type, ['step_started', 'chunks_planned', 'chunk_ended']),
      ),
    )
    .orderBy(runEvents.seq);
  const unit = foldEvents(rows.map(toEvent)).steps.get(step);
  if (!unit?.chunks) return undefined;
  const attempt = unit.attempts.length;
  return { chunks: unit.chunks, keyOf: (chunk) => chunkKey(step, attempt, chunk) };
}

/** How many iterations of the active chunks have ended, and how many completed. */
export async function countOpen(
  sql: Sql,
  runId: string,
  keys: readonly string[],
): Promise<{ completed: number; failed: number }> {
  const [row] = await rowsOf(sql)
    .select({
      completed: text<number>`count(*) filter (where ${runEvents.type} = 'step_completed')::int`,
      failed: text<number>`count(*) filter (where ${runEvents.type} <> 'step_completed')::int`,
    })
    .from(runs)
    .innerJoin(runEvents, eq(runEvents.runId, runs.id))
    .where(
      and(
        eq(runs.chunkOf, runId),
        isAny(runs.chunkKey, keys),
        inArray(runEvents.type, ['step_completed', 'step_failed', 'step_cancelled']),
        isOfIteration,
      ),
    );
  return row ?? { completed: 0, failed: 0 };
}

/** The run of a chunk; undefined before the chunk is created. */
export async function chunkRun(sql: Sql, runId: string, key: string): Promise<string | undefined> {
  const [row] = await rowsOf(sql)
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.chunkOf, runId), eq(runs.chunkKey, key)));
  return row?.id;
}

/**
 * The events of some iterations of a chunk; large values are references.
 * @param isWhole includes logs and nested iterations
 */
export async function iterationEvents(
  sql: Sql,
  chunkRunId: string,
  indexes: { readonly from: number; readonly to: number },
  isWhole: boolean,
): Promise<RunEvent[]> {
  const isAsked = between(outermost, indexes.from, indexes.to);
  const rows = await rowsOf(sql)
    .select(eventColumns)
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, chunkRunId),
        or(
          eq(runEvents.seq, 1),
          eq(runEvents.type, 'run_started'),
          isWhole ? isAsked : and(isAsked, isOfIteration, ne(runEvents.type, 'step_logged')),
        ),
      ),
    )
    .orderBy(runEvents.seq);
  return rows.map(toEvent);
}

/** Failed iterations of a chunk, starting at a given one. */
export async function failedIterations(
  sql: Sql,
  chunkRunId: string,
  from: number,
  limit: number,
): Promise<number[]> {
  const rows = await rowsOf(sql)
    .selectDistinct({ index: outermost })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, chunkRunId),
        eq(runEvents.type, 'step_failed'),
        isOfIteration,
        gte(outermost, from),
      ),
    )
    .orderBy(outermost)
    .limit(limit);
  return rows.map(({ index }) => index);
}

function toEvent(row: EventRow): RunEvent {
  return parseEvent(toLine(row));
}
