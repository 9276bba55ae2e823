import { and, asc, eq, gt, or, sql as text } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { pipelines, pipelineVersions } from '@/drizzle/schema';
import { rowsOf } from '../../db/rows';

/** A pipeline with runs, and the retention settings of its current version. */
export interface KeepSettings {
  readonly id: string;
  /** Unvalidated value of the document. */
  readonly keepDays: unknown;
  readonly keepCount: unknown;
}

/** The settings of a document. Only documents that contain retention settings are parsed. */
const settings = text<{ readonly keep_days?: unknown; readonly keep_runs?: unknown } | null>`
  case when ${pipelineVersions.document} like '%"keep_%' then ${pipelineVersions.document}::json -> 'settings' end`;

/** Pipelines that ever had a run or a second version, including deleted ones, in pages after an id. */
export async function pipelinesToSweep(sql: Sql, after: string, limit: number): Promise<KeepSettings[]> {
  const isCurrent = and(
    eq(pipelineVersions.pipelineId, pipelines.id),
    eq(pipelineVersions.version, pipelines.version),
  );
  const rows = await rowsOf(sql)
    .select({ id: pipelines.id, settings })
    .from(pipelines)
    .innerJoin(pipelineVersions, isCurrent)
    .where(and(gt(pipelines.id, after), or(gt(pipelines.lastRunNumber, 0), gt(pipelines.version, 1))))
    .orderBy(asc(pipelines.id))
    .limit(limit);
  return rows.map((row) => ({
    id: row.id,
    keepDays: row.settings?.keep_days,
    keepCount: row.settings?.keep_runs,
  }));
}
