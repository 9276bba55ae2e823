import type { Sql } from 'postgres';
import { type ChunksState, chunkKey, foldEvents, type RunEvent } from '@/engine';
import { parseEvent, toLine } from './event-lines';

/** A chunked loop in the journal of its run. */
export interface PartedLoop {
  readonly chunks: ChunksState;
  /** The key of a chunk's run. */
  readonly keyOf: (chunk: number) => string;
}

interface Row {
  readonly seq: number;
  readonly at: Date | string;
  readonly type: string;
  readonly body: string;
}

/** The newest attempt of a chunked loop; undefined when the step is not one. */
export async function partedLoop(sql: Sql, runId: string, step: string): Promise<PartedLoop | undefined> {
  const rows = await sql<Row[]>`
    select seq, at, type, body::text as body from run_events
    where run_id = ${runId} and step = ${step} and iteration is null
      and type in ('step_started', 'chunks_planned', 'chunk_ended')
    order by seq`;
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
  const [row] = await sql<{ completed: number; failed: number }[]>`
    select
      count(*) filter (where e.type = 'step_completed')::int as completed,
      count(*) filter (where e.type <> 'step_completed')::int as failed
    from runs c join run_events e on e.run_id = c.id
    where c.chunk_of = ${runId} and c.chunk_key = any(${[...keys]}::text[])
      and e.type in ('step_completed', 'step_failed', 'step_cancelled') and cardinality(e.iteration) = 1`;
  return row ?? { completed: 0, failed: 0 };
}

/** The run of a chunk; undefined before the chunk is created. */
export async function partRun(sql: Sql, runId: string, key: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select id from runs where chunk_of = ${runId} and chunk_key = ${key}`;
  return row?.id;
}

/**
 * The events of some iterations of a chunk; large values are references.
 * @param isWhole includes logs and nested iterations
 */
export async function iterationEvents(
  sql: Sql,
  partId: string,
  indexes: { readonly from: number; readonly to: number },
  isWhole: boolean,
): Promise<RunEvent[]> {
  const rows = await sql<Row[]>`
    select seq, at, type, body::text as body from run_events
    where run_id = ${partId} and (
      seq = 1 or type = 'run_started'
      or iteration[1] between ${indexes.from} and ${indexes.to}
        and (${isWhole} or cardinality(iteration) = 1 and type <> 'step_logged')
    )
    order by seq`;
  return rows.map(toEvent);
}

/** Failed iterations of a chunk, starting at a given one. */
export async function failedIterations(
  sql: Sql,
  partId: string,
  from: number,
  limit: number,
): Promise<number[]> {
  const rows = await sql<{ index: number }[]>`
    select distinct iteration[1] as index from run_events
    where run_id = ${partId} and type = 'step_failed' and cardinality(iteration) = 1 and iteration[1] >= ${from}
    order by 1 limit ${limit}`;
  return rows.map(({ index }) => index);
}

function toEvent(row: Row): RunEvent {
  return parseEvent(toLine(row));
}
