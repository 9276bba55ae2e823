import type { PipelineSummary } from '@/lib/contracts/pipelines';
import { listPipelines as list } from '../../store/pipelines';
import type { ServiceContext } from '../context';

/** All pipelines, the last changed first. */
export async function listPipelines(ctx: ServiceContext): Promise<PipelineSummary[]> {
  return list(ctx.sql);
}
