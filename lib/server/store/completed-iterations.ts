import { and, eq, isNull, ne, or, type SQL, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runEvents } from '@/drizzle/schema';
import type { RunEvent, UnitAddress } from '@/engine';
import { isAny, rowsOf } from '../db/rows';
import { type EventRow, parseEvent, toLine } from './event-lines';

/** Which of these runs have an event that says that an iteration completed. */
export async function runsWithIteration(
  sql: Sql,
  ids: readonly string[],
  { step, iteration }: UnitAddress,
): Promise<ReadonlySet<string>> {
  const rows = await rowsOf(sql)
    .selectDistinct({ id: runEvents.runId })
    .from(runEvents)
    .where(
      and(
        isAny(runEvents.runId, ids),
        eq(runEvents.type, 'step_completed'),
        eq(runEvents.step, step),
        isAt(iteration),
      ),
    );
  return new Set(rows.map(({ id }) => id));
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
