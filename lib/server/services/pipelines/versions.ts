import type { z } from 'zod';
import type { AnswerOf } from '@/lib/contracts/endpoint';
import type { pipelineEndpoints } from '@/lib/contracts/endpoints/pipelines';
import { findVersionDetail, listVersionRows } from '../../store/versions';
import type { ServiceContext } from '../context';
import { getPipeline } from './get';
import { noVersion } from './restore-version';

type List = typeof pipelineEndpoints.versions;
type Get = typeof pipelineEndpoints.version;

/** A page of the versions of a pipeline, newest first. @throws NotFound */
export async function listVersions(
  ctx: ServiceContext,
  { id, before, limit }: z.output<List['input']>,
): Promise<AnswerOf<List>> {
  await getPipeline(ctx, { id });
  // One more shows whether there is another page.
  const rows = await listVersionRows(ctx.sql, { id, before, limit: limit + 1 });
  const versions = rows.slice(0, limit);
  return { versions, next: rows.length > limit ? (versions.at(-1)?.version ?? null) : null };
}

/** One version with its text. @throws NotFound */
export async function getVersion(
  ctx: ServiceContext,
  { id, version }: z.output<Get['input']>,
): Promise<AnswerOf<Get>> {
  const found = await findVersionDetail(ctx.sql, id, version);
  if (!found) throw noVersion(id, version);
  return found;
}
