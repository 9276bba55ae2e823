import { hidePipeline } from '../../store/pipelines';
import type { ServiceContext } from '../context';
import { doesNotExist } from '../not-found';

/**
 * Hides a pipeline from every list; its runs remain.
 * @throws NotFound
 */
export async function removePipeline(ctx: ServiceContext, input: { id: string }): Promise<{ id: string }> {
  const hidden = await hidePipeline(ctx.sql, input.id);
  if (!hidden) throw doesNotExist('pipeline', input.id);
  return { id: input.id };
}
