import type { FiringPage, TriggerDetail } from '@/lib/contracts/triggers';
import { listTriggers as list, listDeliveries as listOf } from '../../store/triggers';
import type { ServiceContext } from '../context';
import { detailsOf } from './detail';

/** The triggers of a pipeline, oldest first. */
export async function listTriggers(
  ctx: ServiceContext,
  input: { pipelineId: string },
): Promise<TriggerDetail[]> {
  return detailsOf(ctx, await list(ctx.sql, input.pipelineId));
}

/** When a trigger fired, or did not and why, newest first. */
export function listFirings(ctx: ServiceContext, input: Parameters<typeof listOf>[1]): Promise<FiringPage> {
  return listOf(ctx.sql, input);
}
