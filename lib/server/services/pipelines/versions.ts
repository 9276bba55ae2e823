import type { PipelineDetail, PipelineVersion } from '@/lib/contracts/pipelines';
import { findVersion, listVersions } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { NotFound } from '../errors';
import { getPipeline } from './get';

/** All versions of a pipeline, newest first. @throws NotFound */
export async function pipelineVersions(
  ctx: ServiceContext,
  input: { id: string },
): Promise<PipelineVersion[]> {
  const versions = await listVersions(ctx.sql, input.id);
  if (versions.length === 0) {
    throw new NotFound(`There is no pipeline ${input.id}. It may have been deleted.`);
  }
  return versions;
}

/** The text of one version. @throws NotFound */
export async function pipelineVersion(
  ctx: ServiceContext,
  input: { id: string; version: number },
): Promise<Pick<PipelineDetail, 'name' | 'version' | 'text'>> {
  await getPipeline(ctx, input);
  const version = await findVersion(ctx.sql, input.id, input.version);
  if (!version) throw new NotFound(`The pipeline ${input.id} has no version ${input.version}.`);
  return version;
}
