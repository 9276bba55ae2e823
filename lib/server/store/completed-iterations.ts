import { and, eq, isNull, ne, or, type SQL, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runEvents, runs } from '@/drizzle/schema';
import { CHUNK_SIZES, type RunEvent, type UnitAddress } from '@/engine';
import { isAny, rowsOf } from '../db/rows';
import { type EventRow, parseEvent, toLine } from './event-lines';

/** Which of these runs have an event that says that an iteration completed, themselves or in the chunk of it. */
export async function runsWithIteration(
  sql: Sql,
  ids: readonly string[],
  { step, iteration }: UnitAddress,
): Promise<ReadonlySet<string>> {
  const id = text<string>`coalesce(${runs.chunkOf}, ${runs.id})`;
  // A loop of over 500,000 iterations has larger chunks: its iterations are not found.
  const chunk = `/${Math.floor((iteration[0] ?? 0) / CHUNK_SIZES.size)}`;
  const isOfChunk = text`right(${runs.chunkKey}, ${chunk.length}) = ${chunk}`;
  const rows = await rowsOf(sql)
    .selectDistinct({ id })
    .from(runs)
    .innerJoin(runEvents, eq(runEvents.runId, runs.id))
    .where(
      and(
        or(isAny(runs.id, ids), and(isAny(runs.chunkOf, ids), isOfChunk)),
        eq(runEvents.type, 'step_completed'),
        eq(runEvents.step, step),
        isAt(iteration),
      ),
    );
  return new Set(rows.map((row) => row.id));
}

/** The events of an iteration and of the loops around it, without logs; large values are references. */
export async function eventsAround(
  sql: Sql,
  runId: string,
  { step, iteration }: UnitAddress,
): Promise<RunEvent[]> {
  const around = iteration.map((_, depth) => isAt(iteration.slice(0, depth + 1)));
  const rows: EventRow[] = await rowsOf(sql)
    .select({
      seq: runEvents.seq,
      at: runEvents.at,
      type: runEvents.type,
      body: text<string>`${runEvents.body}::text`,
    })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, runId),
        eq(runEvents.step, step),
        ne(runEvents.type, 'step_logged'),
        or(isNull(runEvents.iteration), ...around),
      ),
    )
    .orderBy(runEvents.seq);
  return rows.map((row) => parseEvent(toLine(row)));
}

function isAt(iteration: readonly number[]): SQL {
  return text`${runEvents.iteration} = ${`{${iteration.join(',')}}`}::integer[]`;
}
