import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelineDrafts, pipelines } from '@/drizzle/schema';
import { type RowOf, rowsOf } from '../db/rows';

/** What the next run of a pipeline executes: the newest version, or the draft when that differs in more than positions. */
export type PipelineHead = Pick<RowOf<typeof pipelines>, 'version' | 'edited'> &
  Pick<RowOf<typeof pipelineDrafts>, 'revision'>;

/**
 * What the next run of a pipeline executes; undefined when the pipeline was deleted. Hand-written SQL: every start of a run
 * reads it. Measured in one process, p50: 0.14 ms, with drizzle 0.29 ms.
 */
export async function findHead(sql: Sql, id: string): Promise<PipelineHead | undefined> {
  const [row] = await sql<PipelineHead[]>`
    select p.version, p.edited, d.revision
    from pipelines p join pipeline_drafts d on d.pipeline_id = p.id
    where p.id = ${id} and p.deleted_at is null`;
  return row;
}

/** The same for several pipelines, without deleted ones. */
export async function findHeads(sql: Sql, ids: readonly string[]): Promise<Map<string, PipelineHead>> {
  const rows = await rowsOf(sql)
    .select({
      id: pipelines.id,
      version: pipelines.version,
      edited: pipelines.edited,
      revision: pipelineDrafts.revision,
    })
    .from(pipelines)
    .innerJoin(pipelineDrafts, eq(pipelineDrafts.pipelineId, pipelines.id))
    .where(and(inArray(pipelines.id, [...ids]), isNull(pipelines.deletedAt)));
  return new Map(rows.map(({ id, ...head }) => [id, head]));
}
