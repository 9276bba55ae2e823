import type { TriggerDetail } from '@/lib/contracts/triggers';
import { listTriggers as list } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { detailsOf } from './detail';

/** The triggers of a pipeline, oldest first. */
export async function listTriggers(
  ctx: ServiceContext,
  input: { pipelineId: string },
): Promise<TriggerDetail[]> {
  return detailsOf(ctx, await list(ctx.sql, input.pipelineId));
}
