import { eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelines, runs } from '@/drizzle/schema';
import { rowsOf } from '../db/rows';

/** What the spans of a run say besides its journal; undefined when it is deleted. */
export async function readTracedRun(sql: Sql, id: string) {
  const [row] = await rowsOf(sql)
    .select({
      number: runs.number,
      trigger: runs.trigger,
      parentRunId: runs.parentRunId,
      pipelineName: pipelines.name,
    })
    .from(runs)
    .innerJoin(pipelines, eq(pipelines.id, runs.pipelineId))
    .where(eq(runs.id, id));
  return row;
}

export type TracedRunRow = NonNullable<Awaited<ReturnType<typeof readTracedRun>>>;
