import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runs } from '@/drizzle/schema';
import type { Json, Payload } from '@/engine';
import { type RowOf, rowsOf } from '../db/rows';

/** The newest event of a run. */
export type RunHead = Pick<RowOf<typeof runs>, 'id' | 'lastSeq'>;

/** The newest output of one step. */
export interface StepOutput {
  readonly step: string;
  /** Number of its run. */
  readonly run: number;
  readonly output: Payload;
}

/** The newest runs of a pipeline, newest first. */
export function newestRuns(sql: Sql, pipelineId: string, limit: number): Promise<RunHead[]> {
  return rowsOf(sql)
    .select({ id: runs.id, lastSeq: runs.lastSeq })
    .from(runs)
    .where(and(eq(runs.pipelineId, pipelineId), isNull(runs.chunkOf)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit);
}

/**
 * The newest output of each step in these runs, newest run first; large values are references. Hand-written SQL: it selects
 * events by their keys first, so that only the bodies it returns are read.
 */
export function newestOutputs(sql: Sql, runIds: readonly string[], limit: number): Promise<StepOutput[]> {
  return sql<StepOutput[]>`
    with newest as (
      select distinct on (e.step) e.step, r.number, e.run_id, e.seq
      from runs r join run_events e on e.run_id = r.id
      where r.id = any(${[...runIds]}::text[]) and e.type = 'step_completed' and e.iteration is null
      order by e.step, r.number desc, e.seq desc
    )
    select n.step, n.number as run, e.body->'output' as output
    from newest n join run_events e on e.run_id = n.run_id and e.seq = n.seq
    order by n.number desc, n.step limit ${limit}`;
}

/**
 * Values in the database by hash: those up to `maxBytes`, in the given order, up to `totalBytes` in total. Hand-written SQL:
 * it sums the sizes before it reads a value.
 */
export async function smallPayloads(
  sql: Sql,
  hashes: readonly string[],
  { maxBytes, totalBytes }: { maxBytes: number; totalBytes: number },
): Promise<Map<string, Json>> {
  if (hashes.length === 0) return new Map();
  const rows = await sql<{ hash: string; body: string }[]>`
    with wanted as (
      select p.hash, sum(p.bytes) over (order by w.place) as sum
      from unnest(${[...hashes]}::text[]) with ordinality as w(hash, place) join payloads p on p.hash = w.hash
      where p.bytes <= ${maxBytes} and p.body is not null
    )
    select p.hash, p.body from payloads p join wanted w on w.hash = p.hash where w.sum <= ${totalBytes}`;
  return new Map(rows.map((row) => [row.hash, JSON.parse(row.body)]));
}
