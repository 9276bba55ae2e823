import type { z } from 'zod';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { isoOf } from '../../store/instants';
import type { ServiceContext } from '../context';
import { getPipeline } from './get';

type Versions = typeof pipelineEndpoints.versions;

interface VersionRow {
  readonly version: number;
  readonly savedAt: Date | string;
  readonly stepCount: number;
  readonly problemCount: number;
}

/** A page of the versions of a pipeline, newest first. @throws NotFound */
export async function listVersions(
  ctx: ServiceContext,
  { id, before, limit }: z.output<Versions['input']>,
): Promise<AnswerOf<Versions>> {
  await getPipeline(ctx, { id });
  // One more tells whether these are all.
  const rows = await ctx.sql<VersionRow[]>`
    select version, created_at as "savedAt", step_count as "stepCount", problem_count as "problemCount"
    from pipeline_versions
    where pipeline_id = ${id} ${before === undefined ? ctx.sql`` : ctx.sql`and version < ${before}`}
    order by version desc
    limit ${limit + 1}`;
  const versions = rows.slice(0, limit).map((row) => ({ ...row, savedAt: isoOf(row.savedAt) }));
  return { versions, next: rows.length > limit ? (versions.at(-1)?.version ?? null) : null };
}
