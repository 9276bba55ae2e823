import { and, desc, eq, inArray, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { runEvents } from '@/drizzle/schema';
import type { Chunk, RunEvent } from '@/engine';
import { isAny, rowsOf } from '../../db/rows';

const ENDS = ['step_completed', 'step_failed', 'step_skipped', 'step_cancelled', 'step_reused', 'step_given'];

/** How some steps ended; large outputs stay references. */
export async function readOutcomes(
  sql: Sql,
  runId: string,
  steps: readonly string[],
): Promise<Chunk['outcomes']> {
  if (steps.length === 0) return {};
  const rows = await rowsOf(sql)
    .selectDistinctOn([runEvents.step], {
      step: text<string>`${runEvents.step}`,
      body: text<string>`${runEvents.body}::text`,
    })
    .from(runEvents)
    .where(
      and(
        eq(runEvents.runId, runId),
        isNull(runEvents.iteration),
        isAny(runEvents.step, steps),
        inArray(runEvents.type, ENDS),
      ),
    )
    .orderBy(runEvents.step, desc(runEvents.seq));
  return Object.fromEntries(rows.map(({ step, body }) => [step, outcomeOf(JSON.parse(body) as RunEvent)]));
}

function outcomeOf(event: RunEvent): Chunk['outcomes'][string] {
  if (event.type === 'step_completed' || event.type === 'step_given')
    return { status: 'completed', output: event.output };
  if (event.type === 'step_reused') {
    const { result } = event;
    return result.status === 'completed'
      ? { status: 'completed', output: result.output }
      : { status: 'failed', error: result.error };
  }
  if (event.type === 'step_failed') return { status: 'failed', error: event.error };
  return { status: event.type === 'step_cancelled' ? 'cancelled' : 'skipped' };
}
