import { and, eq, sql as text } from 'drizzle-orm';
import { runEvents } from '@/drizzle/schema';
import { type RunTrace, runTraceSchema } from '@/engine';
import { type Queries, rowsOf } from '../db/rows';

/** The trace of a run, from its first event; undefined when it has none or is deleted. */
export async function readRunTrace(sql: Queries, runId: string): Promise<RunTrace | undefined> {
  const [row] = await rowsOf(sql)
    .select({ trace: text<unknown>`${runEvents.body}->'trace'` })
    .from(runEvents)
    .where(and(eq(runEvents.runId, runId), eq(runEvents.seq, 1)));
  return row?.trace ? runTraceSchema.parse(row.trace) : undefined;
}
