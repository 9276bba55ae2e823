import type { PipelineDetail } from '@/lib/contracts/pipelines';
import { findPipeline } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/** A pipeline with its current text. @throws NotFound */
export async function getPipeline(ctx: ServiceContext, input: { id: string }): Promise<PipelineDetail> {
  const pipeline = await findPipeline(ctx.sql, input.id);
  if (!pipeline) throw doesNotExist('pipeline', input.id);
  return pipeline;
}
